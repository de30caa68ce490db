// Factory, MIT licence; see LICENSE
//
// What `@InjectedObject` and `@InjectedObservable` store in the place of a view.
#if canImport(SwiftUI)
  internal import Combine
  internal import FactoryKitCore
  internal import SwiftUI

  /// The containers that a wrapper injects from, as of the last time that SwiftUI prepared the body of its view.
  struct ViewPlace: DynamicProperty {
    // A plain stored property, which SwiftUI finds and installs.
    private var environment = Environment(\.viewContainers)
    private(set) var containers = ViewContainers()
    /// Greater for later preparations; 0 outside of a view.
    private(set) var preparation: UInt64 = 0

    /// SwiftUI calls it before it evaluates the body. On which thread is not documented, so it changes nothing else.
    mutating func update() {
      containers = environment.wrappedValue
      preparation = Self.preparations.withLock {
        $0 += 1
        return $0
      }
    }

    private static let preparations = Locked<UInt64>(0)
  }

  /// Stores the instance of a wrapper in the place of its view, as long as the containers of the place are the same.
  ///
  /// Publishes the changes of the instance, if that is an `ObservableObject`.
  // Created by a `StateObject`, whose initialiser is not isolated; everything else is.
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  final class ViewInstance<T: AnyObject>: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    private var instance: T?
    private var containers = ViewContainers()
    private var preparation: UInt64 = 0
    private var subscription: AnyCancellable?

    /// - Parameters:
    ///   - place: that of the caller. It is an old one if the caller is a closure that an earlier body created; such a
    ///     closure gets the instance of the present containers, as it gets the present value of a `@State`.
    ///   - make: creates the instance. The containers of the place are the shared ones meanwhile.
    ///   - observe: called with a new instance.
    @MainActor func instance(
      at place: ViewPlace, _ make: () -> T,
      observe: (T, ObservableObjectPublisher) -> AnyCancellable? = { _, _ in nil }
    ) -> T {
      if let instance, place.preparation <= preparation || place.containers == containers {
        preparation = max(place.preparation, preparation)
        return instance
      }
      let new = place.containers.run(make)
      (instance, containers, preparation) = (new, place.containers, place.preparation)
      subscription = observe(new, objectWillChange)
      return new
    }
  }
#endif
