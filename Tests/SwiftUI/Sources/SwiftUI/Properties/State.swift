// Factory, MIT licence; see LICENSE
//
// A value that is stored in the view's place.

@propertyWrapper public struct State<Value>: DynamicProperty {
  let initial: Value
  var location: StateLocation<Value>?

  public init(wrappedValue value: Value) { initial = value }
  public init(initialValue value: Value) { initial = value }

  public var wrappedValue: Value {
    get { location?.value ?? initial }
    nonmutating set { location?.change(to: newValue) }
  }

  public var projectedValue: Binding<Value> {
    guard let location else { return .constant(initial) }
    return Binding(read: { location.value }, write: { location.change(to: $0) })
  }

  public mutating func _install(in place: Place, at path: [Int]) {
    location = place.kept(at: path) { StateLocation(initial, invalidate: place.invalidate) }
  }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}

#if !SDK_15
  extension State: Sendable where Value: Sendable {}
#endif

// Sendable: as in SwiftUI, state is for the main actor; nothing here enforces it.
final class StateLocation<Value>: @unchecked Sendable {
  private(set) var value: Value
  private let invalidate: () -> Void

  init(_ value: Value, invalidate: @escaping () -> Void) {
    self.value = value
    self.invalidate = invalidate
  }

  func change(to newValue: Value) {
    value = newValue
    invalidate()
  }
}
