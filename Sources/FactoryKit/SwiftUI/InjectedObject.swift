// Factory, MIT licence; see LICENSE
//
// Injection of an observable object that a view owns, and what the wrappers of views store in the place of a view.
#if canImport(SwiftUI)
  public import Combine
  public import FactoryKitCore
  public import SwiftUI

  /// Resolves an `ObservableObject` for a view, which owns it as a `StateObject`. See
  /// <doc:SwiftUI>.
  ///
  /// The factory is resolved when the view's body first reads the property: once for the lifetime
  /// of the view, however often its value is created or copied. A view that is used in two places
  /// has an object in each, unless the factory's scope shares it. Creating the wrapper resolves
  /// nothing; it allocates no more than its closures.
  ///
  /// Below `container(_:)`, the factory is the one of the nearest container, and it is resolved
  /// again when that is replaced by another one. See <doc:ViewContainers>.
  ///
  /// ```swift
  /// struct ContentView: View {
  ///   @InjectedObject(\.contentViewModel) private var model
  ///   var body: some View { TextField("Name", text: $model.name) }
  /// }
  /// ```
  ///
  /// The wrapper may be created on any thread. It is read, and the factory resolved, on the main
  /// actor.
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  @propertyWrapper
  public struct InjectedObject<T: ObservableObject>: DynamicProperty {
    // Plain stored properties, which SwiftUI finds and installs. Used as attributes, some of
    // SwiftUI's wrappers are macros from Xcode 27 on.
    private var object = StateObject(wrappedValue: ViewInstance<T>())
    private var place = ViewPlace()
    private let make: () -> T

    /// Injects from the view's container, or else from the `Container.shared` of the first read.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
      make = { Container.shared[keyPath: keyPath].resolve() }
    }

    /// Injects from the view's container of another type, or else from the shared one of the first
    /// read.
    @_disfavoredOverload
    public init<
      C: SharedContainer, F: PlainFactoryKind & InjectableFactoryKind,
      S1, S2, S3, S4, S5, S6, S7, S8
    >(
      _ keyPath: KeyPath<C, F>
    ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
      make = { C.shared[keyPath: keyPath]._resolve(()) }
    }

    /// Uses an object that does not come from a factory, for the initialiser of a view that needs a
    /// value known only at run time: `_model = InjectedObject(Model(id: id))`.
    /// - Parameter wrappedValue: evaluated once, by the first read. The view's containers are the
    ///   shared ones meanwhile.
    public init(_ wrappedValue: @autoclosure @escaping () -> T) {
      make = wrappedValue
    }

    /// The object.
    @MainActor public var wrappedValue: T {
      object.wrappedValue.instance(at: place, make) { object, publisher in
        object.objectWillChange.sink { [weak publisher] _ in publisher?.send() }
      }
    }

    /// Creates bindings to the object's properties: `$model.name`.
    @MainActor public var projectedValue: ObservedObject<T>.Wrapper {
      ObservedObject(wrappedValue: wrappedValue).projectedValue
    }
  }

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  extension InjectedObject: FactoryInjecting {
    public typealias Value = T

    /// Injects from a main-actor factory of `Container.shared`. See <doc:MainActorFactories>.
    @_disfavoredOverload
    public init(_ keyPath: KeyPath<Container, MainActorFactory<T>>) {
      make = { Container.shared[keyPath: keyPath]._injectable.resolve() }
    }

    /// Injects from a main-actor factory of another shared container.
    @_disfavoredOverload
    public init<
      C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
      S1, S2, S3, S4, S5, S6, S7, S8
    >(
      _ keyPath: KeyPath<C, F>
    ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
      make = { C.shared[keyPath: keyPath]._injectable.resolve() }
    }
  }

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  // Sendable: the stored wrappers are accessed only by members that are isolated to the main actor,
  // and by SwiftUI in the value that it has copied for a view.
  // SwiftUI's own wrapper is `Sendable` in some of its versions only.
  extension InjectedObject: @unchecked Sendable {}

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
