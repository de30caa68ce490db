// Factory, MIT licence; see LICENSE
//
// What the static factories of the module `Factory` need: keys that are not literals.
internal import FactoryCore

extension FactoryDeclaration {
  /// - Parameter key: null-terminated text that is never changed or freed.
  fileprivate init(key: UnsafePointer<UInt8>, file: StaticString, line: UInt) {
    self.init("", key: "", file: file, line: line)
    name = key
  }
}

extension FactoryDefinition {
  fileprivate init<C: ManagedContainer>(
    _ container: C, key: UnsafePointer<UInt8>, _ file: StaticString, _ line: UInt
  ) {
    self.init(container, "", key: "", file, line)
    declaration = FactoryDeclaration(key: key, file: file, line: line)
  }
}

extension Factory {
  /// - Parameter key: null-terminated text that is never changed or freed.
  package init<C: ManagedContainer>(
    _ container: C, key: UnsafePointer<UInt8>, file: StaticString, line: UInt,
    _ factory: @escaping () -> T
  ) {
    self.init(FactoryDefinition(container, key: key, file, line), factory)
  }
}

extension ParameterFactory {
  /// - Parameter key: null-terminated text that is never changed or freed.
  package init<C: ManagedContainer>(
    _ container: C, key: UnsafePointer<UInt8>, file: StaticString, line: UInt,
    _ factory: @escaping (P) -> T
  ) {
    self.init(FactoryDefinition(container, key: key, file, line), factory)
  }
}
