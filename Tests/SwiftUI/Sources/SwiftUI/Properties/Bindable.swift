// Factory, MIT licence; see LICENSE
//
// Bindings to the properties of an observable object.
import Observation

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  private var object: Value

  public var wrappedValue: Value {
    get { object }
    set { object = newValue }
  }
  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    let object = wrappedValue
    return Binding<Subject>(
      read: { object[keyPath: keyPath] }, write: { object[keyPath: keyPath] = $0 })
  }
}

extension Bindable where Value: AnyObject, Value: Observable {
  public init(wrappedValue: Value) { self.init(object: wrappedValue) }
  public init(_ wrappedValue: Value) { self.init(object: wrappedValue) }
  public init(projectedValue: Bindable<Value>) { self = projectedValue }
}

extension Bindable: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Bindable: Sendable where Value: Sendable {}
