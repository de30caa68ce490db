// Factory, MIT licence; see LICENSE
//
// Injection of an observable object that a view owns.
#if canImport(SwiftUI)
  public import FactoryKitCore
  public import SwiftUI

  /// Resolves an `ObservableObject` for a view, which owns it as a `StateObject`. See
  /// <doc:SwiftUI>.
  ///
  /// The factory is resolved when the view first appears: once for the lifetime of the view,
  /// however often its value is created or copied. A view that is used in two places has an object
  /// in each, unless the factory's scope shares it. Creating the wrapper resolves nothing; it
  /// allocates no more than its closures.
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
    // A plain stored property, which SwiftUI finds and installs. Used as attributes, some of
    // SwiftUI's wrappers are macros from Xcode 27 on.
    private var object: StateObject<T>

    /// Injects from the `Container.shared` at the time when the view first appears.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
      object = StateObject(wrappedValue: dependency(keyPath))
    }

    /// Injects from another shared container, the one at the time when the view first appears.
    public init<
      C: SharedContainer, F: PlainFactoryKind & InjectableFactoryKind,
      S1, S2, S3, S4, S5, S6, S7, S8
    >(
      _ keyPath: KeyPath<C, F>
    ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
      object = StateObject(wrappedValue: dependency(keyPath))
    }

    /// Uses an object that does not come from a factory, for the initialiser of a view that needs a
    /// value known only at run time: `_model = InjectedObject(Model(id: id))`.
    /// - Parameter wrappedValue: evaluated once, when the view first appears.
    public init(_ wrappedValue: @autoclosure @escaping () -> T) {
      object = StateObject(wrappedValue: wrappedValue())
    }

    /// The object.
    @MainActor public var wrappedValue: T { object.wrappedValue }

    /// Creates bindings to the object's properties: `$model.name`.
    @MainActor public var projectedValue: ObservedObject<T>.Wrapper { object.projectedValue }
  }

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  extension InjectedObject: FactoryInjecting {
    public typealias Value = T

    /// Injects from a main-actor factory of `Container.shared`. See <doc:MainActorFactories>.
    public init<F: MainActorFactoryKind & InjectableFactoryKind>(
      _ keyPath: KeyPath<Container, F>
    ) where F.Product == T {
      object = StateObject(wrappedValue: Container.shared[keyPath: keyPath]._injectable.resolve())
    }

    /// Injects from a main-actor factory of another shared container.
    @_disfavoredOverload
    public init<
      C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
      S1, S2, S3, S4, S5, S6, S7, S8
    >(
      _ keyPath: KeyPath<C, F>
    ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
      object = StateObject(wrappedValue: C.shared[keyPath: keyPath]._injectable.resolve())
    }
  }

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  // Sendable: the stored wrapper is accessed only by members that are isolated to the main actor.
  // SwiftUI's own wrapper is `Sendable` in some of its versions only.
  extension InjectedObject: @unchecked Sendable {}
#endif
