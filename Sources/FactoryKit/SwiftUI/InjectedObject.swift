// Factory, MIT licence; see LICENSE
//
// Injection of the observable object that a view owns.
#if canImport(SwiftUI)
  public import SwiftUI

  /// Resolves an `ObservableObject` for a view, which owns it as a `StateObject`. (Guide: SwiftUI,
  /// View models.)
  ///
  /// The factory is resolved when the view first appears: once for the view's life, however often
  /// its value is made or copied. A view in two places has an object in each, unless the factory's
  /// scope says otherwise. Making the wrapper resolves nothing and costs a closure or two.
  ///
  /// ```swift
  /// struct ContentView: View {
  ///   @InjectedObject(\.contentViewModel) private var model
  ///   var body: some View { TextField("Name", text: $model.name) }
  /// }
  /// ```
  ///
  /// May be made anywhere and is read on the main actor, where the factory is resolved too.
  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  @propertyWrapper
  public struct InjectedObject<T: ObservableObject>: DynamicProperty {
    // A plain field, which SwiftUI sets up where it is. As attributes, some of SwiftUI's wrappers
    // are macros from Xcode 27.
    private var object: StateObject<T>

    /// Injects from `Container.shared`, as it is when the view first appears.
    public init(_ keyPath: KeyPath<Container, Factory<T>>) {
      object = StateObject(wrappedValue: dependency(keyPath))
    }

    /// Injects from another shared container, as it is when the view first appears.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
      object = StateObject(wrappedValue: dependency(keyPath))
    }

    /// Takes an object instead of a factory's, for the initialiser of a view that is handed one:
    /// `_model = InjectedObject(Model(id: id))`.
    /// - Parameter wrappedValue: evaluated when the view first appears, and only then.
    public init(_ wrappedValue: @autoclosure @escaping () -> T) {
      object = StateObject(wrappedValue: wrappedValue())
    }

    @MainActor public var wrappedValue: T { object.wrappedValue }

    /// Makes bindings to the object's properties: `$model.name`.
    @MainActor public var projectedValue: ObservedObject<T>.Wrapper { object.projectedValue }
  }

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  // Sendable: only members of the main actor look at what the wrapper holds. SwiftUI's own wrapper
  // says so of itself in some of its versions only.
  extension InjectedObject: @unchecked Sendable {}
#endif
