// Factory, MIT licence; see LICENSE
//
// What the property wrappers share: a factory they can read again, and a place for the instance.

/// A factory, known by its key path. Reading it starts from the container's `shared` of that
/// moment and task.
@usableFromInline
// Sendable: a key path is immutable; those to factories capture nothing.
struct FactoryReference<T>: @unchecked Sendable {
  @usableFromInline let keyPath: AnyKeyPath

  @_alwaysEmitIntoClient @inline(__always)
  init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    self.keyPath = keyPath
  }

  /// - Parameter keyPath: one that leads from a shared container to a `Factory<T>`.
  init(unchecked keyPath: AnyKeyPath) {
    self.keyPath = keyPath
  }

  @usableFromInline
  var factory: Factory<T> {
    guard let container = type(of: keyPath).rootType as? any SharedContainer.Type else {
      fatalError(Message.notASharedContainer("\(type(of: keyPath).rootType)"))
    }
    return read(container)
  }

  private func read<C: SharedContainer>(_: C.Type) -> Factory<T> {
    // Of this type since `init`.
    C.shared[keyPath: unsafeDowncast(keyPath, to: KeyPath<C, Factory<T>>.self)]
  }
}
