// Factory, MIT licence; see LICENSE
//
// What the static factories of the module `Factory` need: keys that are not literals.
internal import FactoryKitCore

extension FactoryDefinition {
  /// Replaces the factory's key by null-terminated text that is never changed or freed.
  mutating func setKey(_ key: UnsafePointer<UInt8>) {
    declaration.name = key
  }
}
