// Factory, MIT licence; see LICENSE
//
// What the property wrappers share: reading a factory again by its key path.

extension AnyKeyPath {
  /// The factory that the key path leads to from the container's `shared` of this moment and task.
  ///
  /// The key path must lead from a shared container to a `Factory<T>`; the wrappers' initialisers
  /// take no others.
  @_alwaysEmitIntoClient
  func factory<T>() -> Factory<T> {
    func read<C: SharedContainer>(_: C.Type) -> Factory<T> {
      // Of this type since the wrapper's `init`.
      C.shared[keyPath: unsafeDowncast(self, to: KeyPath<C, Factory<T>>.self)]
    }
    return read(sharedContainerType)
  }

  /// Where the key path starts.
  @usableFromInline
  var sharedContainerType: any SharedContainer.Type {
    let root = type(of: self).rootType
    guard let container = root as? any SharedContainer.Type else {
      fatalError(Message.notASharedContainer("\(root)"))
    }
    return container
  }
}
