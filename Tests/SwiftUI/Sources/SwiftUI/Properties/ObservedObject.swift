// Factory, MIT licence; see LICENSE
//
// An observable object with another owner.
import Combine

#if SDK_15
  @propertyWrapper
#else
  @propertyWrapper @preconcurrency @MainActor
#endif
public struct ObservedObject<ObjectType>: DynamicProperty where ObjectType: ObservableObject {
  #if SDK_15
    @dynamicMemberLookup
  #else
    @preconcurrency @MainActor @dynamicMemberLookup
  #endif
  public struct Wrapper {
    private let object: ObjectType

    init(_ object: ObjectType) { self.object = object }

    #if !SDK_15
      @MainActor @preconcurrency
    #endif
    public subscript<Subject>(
      dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
    ) -> Binding<Subject> {
      let object = object
      return Binding(read: { object[keyPath: keyPath] }, write: { object[keyPath: keyPath] = $0 })
    }
  }

  #if SDK_15
    public init(initialValue: ObjectType) { wrappedValue = initialValue }
    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  #else
    @MainActor @preconcurrency public init(initialValue: ObjectType) {
      wrappedValue = initialValue
    }
    @MainActor @preconcurrency public init(wrappedValue: ObjectType) {
      self.wrappedValue = wrappedValue
    }
  #endif

  @MainActor @preconcurrency public var wrappedValue: ObjectType

  @MainActor @preconcurrency public var projectedValue: Wrapper { Wrapper(wrappedValue) }

  nonisolated public mutating func _install(in place: Place, at path: [Int]) {
    // The host installs properties on the main actor.
    let object = MainActor.assumeIsolated { [copy = Unchecked(self)] in
      Unchecked(copy.value.wrappedValue)
    }.value
    let location = place.kept(at: path) {
      ObjectLocation(object, invalidate: place.invalidate)
    }
    // If the object is not the previous one, it is observed instead.
    if location.object !== object {
      place.keep(ObjectLocation(object, invalidate: place.invalidate), at: path)
    }
  }
}

/// Carries a value into a closure that runs at once on the same thread.
// Sendable: it never leaves the thread.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
