// Factory, MIT licence; see LICENSE
//
// Identifies a factory in the whole process. Used for singletons, for recorded resolutions, and by
// strict tests.
package import FactoryCore

/// The key of a factory, and the type of its containers or the location of its declaration. Equal for
/// all modules that use the factory, although each of them may have its own copy of the texts.
package struct FactoryIdentity: Hashable {
  private let key: factory_key
  /// Nil if the factory is identified by its declaration.
  private let container: ObjectIdentifier?
  /// Null-terminated, and never freed.
  private let file: UnsafePointer<UInt8>?
  private let line: UInt32

  /// The factory with this key in all containers of a type.
  package init(_ key: factory_key, in container: Any.Type) {
    (self.key, self.container, file, line) = (key, ObjectIdentifier(container), nil, 0)
  }

  /// The factory with this key that is declared at a location.
  init(_ key: factory_key, declaredAt file: UnsafePointer<UInt8>, _ line: UInt32) {
    (self.key, container, self.file, self.line) = (key, nil, file, line)
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    guard factory_key_matches(lhs.key, rhs.key), lhs.container == rhs.container,
      lhs.line == rhs.line
    else { return false }
    guard let file = lhs.file, let other = rhs.file else { return true }
    return factory_same_text(file, other)
  }

  // The factory's key and the kind of identity distinguish almost all factories.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(factory_key_hash(key))
    if container != nil { hasher.combine(0) }
  }
}
