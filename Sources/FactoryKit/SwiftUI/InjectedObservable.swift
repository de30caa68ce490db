// Factory, MIT licence; see LICENSE
//
// Injection of an `@Observable` object that a view keeps as its state.
#if canImport(SwiftUI) && canImport(Observation)
  public import FactoryKitCore
  public import Observation
  public import SwiftUI

  /// Resolves an `@Observable` object for a view, which keeps it as its state. See <doc:SwiftUI>.
  ///
  /// The factory is resolved when the property is first read: once for the lifetime of the view,
  /// however often the view's value is created or copied. As with `@State`, copies of one value
  /// share the object, even if the property is read before the view appears. Creating the wrapper
  /// resolves nothing and allocates one small object.
  ///
  /// Below `container(_:)`, the factory is the one of the nearest container, and it is resolved
  /// again when that is replaced by another one. See <doc:ViewContainers>.
  ///
  /// ```swift
  /// struct ContentView: View {
  ///   @InjectedObservable(\.contentViewModel) private var model
  ///   var body: some View { TextField("Name", text: $model.name) }
  /// }
  /// ```
  ///
  /// The wrapper may be created on any thread. It is read, and the factory resolved, on the main
  /// actor.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  @propertyWrapper
  public struct InjectedObservable<T: AnyObject & Observable>: DynamicProperty {
    // Plain stored properties, which SwiftUI finds and installs: from Xcode 27 on, `@State` is a
    // macro.
    private var state: State<Thunk<T>>
    /// Used if the view has a container. Then copies of one value in two places cannot share the
    /// instance, because each place may have another container.
    private var instance = StateObject(wrappedValue: ViewInstance<T>())
    private var place = ViewPlace()

    /// Injects from the view's container, or else from the `Container.shared` of the first read.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
      state = State(wrappedValue: Thunk { Container.shared[keyPath: keyPath].resolve() })
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
      state = State(wrappedValue: Thunk { C.shared[keyPath: keyPath]._resolve(()) })
    }

    /// Uses an object that does not come from a factory, for the initialiser of a view that needs a
    /// value known only at run time: `_model = InjectedObservable(Model(id: id))`.
    /// - Parameter wrappedValue: evaluated once, by the first read. The view's containers are the
    ///   shared ones meanwhile.
    public init(_ wrappedValue: @autoclosure @escaping () -> T) {
      state = State(wrappedValue: Thunk(wrappedValue))
    }

    /// The object.
    @MainActor public var wrappedValue: T {
      let thunk = state.wrappedValue
      if place.containers.isEmpty { return thunk.instance }
      return instance.wrappedValue.instance(at: place, thunk.make)
    }

    /// Creates bindings to the object's properties: `$model.name`. The object cannot be replaced:
    /// assigning to the binding itself has no effect.
    @MainActor public var projectedValue: Binding<T> {
      // The binding is used on the main actor.
      nonisolated(unsafe) let instance = wrappedValue
      return Binding(get: { instance }, set: { _ in })
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  extension InjectedObservable: FactoryInjecting {
    public typealias Value = T

    /// Injects from a main-actor factory of `Container.shared`. See <doc:MainActorFactories>.
    @_disfavoredOverload
    public init(_ keyPath: KeyPath<Container, MainActorFactory<T>>) {
      state = State(
        wrappedValue: Thunk { Container.shared[keyPath: keyPath]._injectable.resolve() })
    }

    /// Injects from a main-actor factory of another shared container.
    @_disfavoredOverload
    public init<
      C: SharedContainer, F: MainActorFactoryKind & InjectableFactoryKind,
      S1, S2, S3, S4, S5, S6, S7, S8
    >(
      _ keyPath: KeyPath<C, F>
    ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
      state = State(wrappedValue: Thunk { C.shared[keyPath: keyPath]._injectable.resolve() })
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  // Sendable: the stored wrapper is accessed only by members that are isolated to the main actor.
  // SwiftUI's own wrapper is `Sendable` in some of its versions only.
  extension InjectedObservable: @unchecked Sendable {}

  /// Creates the instance that the copies of a value share outside of `container(_:)`, and those of places below it.
  // Sendable: the wrapper uses it on the main actor.
  private final class Thunk<T>: @unchecked Sendable {
    /// Creates an instance. Kept, because a copy of the value may be used in another place, below another container.
    let make: () -> T
    /// Created by the first read in a place without containers.
    private(set) lazy var instance = make()

    init(_ make: @escaping () -> T) { self.make = make }
  }
#endif
