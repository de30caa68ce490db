// Factory, MIT licence; see LICENSE
//
// Properties that SwiftUI prepares before a view's body runs.
@_spi(Reflection) import Swift

public protocol DynamicProperty {
  mutating func update()

  /// Connects the property with its state in the view's place in the tree. Stands for Apple's
  /// underscored requirements, which have defaults too.
  mutating func _install(in place: Place, at path: [Int])
}

extension DynamicProperty {
  public mutating func update() {}
  public mutating func _install(in place: Place, at path: [Int]) {
    installFields(of: &self, in: place, at: path)
  }
}

/// Installs the dynamic properties among a value's fields, where they are: no copy is made that
/// could be installed in place of the field.
func installFields<Value>(of value: inout Value, in place: Place, at path: [Int]) {
  func install<Property: DynamicProperty>(
    _: Property.Type, _ field: UnsafeMutableRawPointer, _ path: [Int]
  ) {
    let field = field.assumingMemoryBound(to: Property.self)
    field.pointee._install(in: place, at: path)
    // The closure has run when `updating` returns.
    nonisolated(unsafe) let installed = field
    place.updating { installed.pointee.update() }
  }
  withUnsafeMutablePointer(to: &value) { pointer in
    _ = _forEachField(of: Value.self) { _, offset, type, _ in
      if let type = type as? any DynamicProperty.Type {
        install(type, UnsafeMutableRawPointer(pointer) + offset, path + [offset])
      }
      return true
    }
  }
}
