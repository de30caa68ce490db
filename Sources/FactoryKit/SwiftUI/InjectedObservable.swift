// Factory, MIT licence; see LICENSE
//
// Injection of the `@Observable` object that a view keeps.
#if canImport(SwiftUI) && canImport(Observation)
  public import Observation
  public import SwiftUI

  /// Resolves an `@Observable` object for a view, which keeps it as its state. (Guide: SwiftUI,
  /// Observation.)
  ///
  /// The factory is resolved when the property is first read: once for the view's life, however
  /// often the view's value is made or copied. Copies of one value share the object, as `@State`
  /// does, also if the property is read before the view appears. Making the wrapper resolves
  /// nothing and costs one small object.
  ///
  /// ```swift
  /// struct ContentView: View {
  ///   @InjectedObservable(\.contentViewModel) private var model
  ///   var body: some View { TextField("Name", text: $model.name) }
  /// }
  /// ```
  ///
  /// May be made anywhere and is read on the main actor, where the factory is resolved too.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  @propertyWrapper
  public struct InjectedObservable<T: AnyObject & Observable>: DynamicProperty {
    // A plain field, which SwiftUI sets up where it is: from Xcode 27 `@State` is a macro.
    private var state: State<Thunk<T>>

    /// Injects from `Container.shared`, as it is when first read.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
      state = State(wrappedValue: Thunk { dependency(keyPath) })
    }

    /// Injects from another shared container, as it is when first read.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
      state = State(wrappedValue: Thunk { dependency(keyPath) })
    }

    /// Takes an object instead of a factory's, for the initialiser of a view that is handed one:
    /// `_model = InjectedObservable(Model(id: id))`.
    /// - Parameter wrappedValue: evaluated when first read, and only then.
    public init(_ wrappedValue: @autoclosure @escaping () -> T) {
      state = State(wrappedValue: Thunk(wrappedValue))
    }

    @MainActor public var wrappedValue: T { state.wrappedValue.instance }

    /// Makes bindings to the object's properties: `$model.name`. The object itself stays: setting
    /// the whole binding does nothing.
    @MainActor public var projectedValue: Binding<T> {
      let thunk = state.wrappedValue
      // Made here, on the main actor; from now on the binding only reads it.
      _ = thunk.instance
      return Binding(get: { thunk.instance }, set: { _ in })
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  // Sendable: only members of the main actor look at what the wrapper holds. SwiftUI's own wrapper
  // says so of itself in some of its versions only.
  extension InjectedObservable: @unchecked Sendable {}

  /// Makes its instance when first asked, and remembers it.
  // Sendable: asked by the wrapper on the main actor, and by its bindings only after that.
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
        // Lets the closure go, with what it captured.
        state = .made(instance)
        return instance
      }
    }
  }
#endif
