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
    // A plain stored property, which SwiftUI finds and installs: from Xcode 27 on, `@State` is a
    // macro.
    private var state: State<Thunk<T>>

    /// Injects from the `Container.shared` of the first read.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
      state = State(wrappedValue: Thunk { dependency(keyPath) })
    }

    /// Injects from another shared container, the one of the first read.
    public init<
      C: SharedContainer, F: PlainFactoryKind & InjectableFactoryKind,
      S1, S2, S3, S4, S5, S6, S7, S8
    >(
      _ keyPath: KeyPath<C, F>
    ) where F.Product == T, F._Slots == (S1, S2, S3, S4, S5, S6, S7, S8) {
      state = State(wrappedValue: Thunk { dependency(keyPath) })
    }

    /// Uses an object that does not come from a factory, for the initialiser of a view that needs a
    /// value known only at run time: `_model = InjectedObservable(Model(id: id))`.
    /// - Parameter wrappedValue: evaluated once, by the first read.
    public init(_ wrappedValue: @autoclosure @escaping () -> T) {
      state = State(wrappedValue: Thunk(wrappedValue))
    }

    /// The object.
    @MainActor public var wrappedValue: T { state.wrappedValue.instance }

    /// Creates bindings to the object's properties: `$model.name`. The object cannot be replaced:
    /// assigning to the binding itself has no effect.
    @MainActor public var projectedValue: Binding<T> {
      let thunk = state.wrappedValue
      // Created here, on the main actor; the binding only reads it.
      _ = thunk.instance
      return Binding(get: { thunk.instance }, set: { _ in })
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  extension InjectedObservable: FactoryInjecting {
    public typealias Value = T

    /// Injects from a main-actor factory of `Container.shared`. See <doc:MainActorFactories>.
    public init<F: MainActorFactoryKind & InjectableFactoryKind>(
      _ keyPath: KeyPath<Container, F>
    ) where F.Product == T {
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

  /// Creates its instance on the first read, and stores it.
  // Sendable: the wrapper reads it on the main actor, and the bindings read it only after that.
  private final class Thunk<T>: @unchecked Sendable {
    private enum State {
      case pending(() -> T)
      case made(T)
    }

    private var state: State

    init(_ make: @escaping () -> T) { state = .pending(make) }

    var instance: T {
      switch state {
      case .made(let instance): return instance
      case .pending(let make):
        let instance = make()
        // Releases the closure and its captures.
        state = .made(instance)
        return instance
      }
    }
  }
#endif
