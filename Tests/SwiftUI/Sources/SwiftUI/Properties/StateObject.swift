// Factory, MIT licence; see LICENSE
//
// An observable object that the view's place creates and owns.
import Combine

#if SDK_15
  @propertyWrapper
#else
  @propertyWrapper @preconcurrency @MainActor
#endif
@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct StateObject<ObjectType>: DynamicProperty where ObjectType: ObservableObject {
  // Built anywhere, used on the main actor only.
  nonisolated(unsafe) private let thunk: () -> ObjectType
  // Set by the host, which installs properties on the main actor.
  nonisolated(unsafe) private var location: ObjectLocation<ObjectType>?

  nonisolated public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {
    self.thunk = thunk
    location = nil
  }

  /// Before the property is installed, a new object each time, which Apple's documentation warns
  /// of.
  @MainActor @preconcurrency public var wrappedValue: ObjectType {
    location?.object ?? thunk()
  }

  @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper {
    ObservedObject<ObjectType>.Wrapper(wrappedValue)
  }

  nonisolated public mutating func _install(in place: Place, at path: [Int]) {
    let thunk = thunk
    location = place.kept(at: path) { ObjectLocation(thunk(), invalidate: place.invalidate) }
  }
}

#if !SDK_15
  extension StateObject: Sendable {}
#endif

/// Owns or observes an object, and invalidates the place when the object is about to change.
final class ObjectLocation<ObjectType: ObservableObject> {
  let object: ObjectType
  private var subscription: AnyCancellable?

  init(_ object: ObjectType, invalidate: @escaping () -> Void) {
    self.object = object
    subscription = object.objectWillChange.sink { _ in invalidate() }
  }
}
