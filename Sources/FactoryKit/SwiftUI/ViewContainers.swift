// Factory, MIT licence; see LICENSE
//
// Modifiers that give the views of a window, an account or a tab a container, which SwiftUI's environment passes to the
// views below it.
#if canImport(SwiftUI)
  public import FactoryKitCore
  public import SwiftUI

  extension View {
    /// Makes the views below inject from this container. See <doc:ViewContainers>.
    ///
    /// `@InjectedObservable`, `@InjectedObject` and `@InjectedContainer` of the modified view and of the views below it use
    /// the nearest container of their type. Their models are created while it is the shared one. Other code, such as `@Injected` in a view or the action of a button, still uses the shared container.
    ///
    /// The container is retained as long as the view is shown. If another one is given to the same view, the models are
    /// created again; add `.id(_:)` to also replace the other state of the views. May be called on any thread, and costs as
    /// much as setting a value in the environment.
    ///
    /// ```swift
    /// struct WindowView: View {
    ///   @State private var container = Container(parent: .shared)
    ///   var body: some View { RootView().container(container) }
    /// }
    /// ```
    /// - Parameter container: usually a child of `Container.shared`. Store it, for example in a `@State`: an expression in
    ///   a body would create another one each time that the body is evaluated.
    nonisolated public func container(_ container: Container) -> some View {
      self.container(Container.$shared, container)
    }

    /// Makes the views below inject from a container of another type. Otherwise the same as `container(_:)`.
    ///
    /// ```swift
    /// CheckoutView().container(PaymentsContainer.$shared, payments)
    /// ```
    /// - Parameters:
    ///   - shared: the task-local value of the type: `PaymentsContainer.$shared`.
    ///   - container: the container.
    nonisolated public func container<C: SharedContainer>(
      _ shared: TaskLocal<C>, _ container: C
    ) -> some View {
      environment(\.[ContainerKey<C>()], ViewContainer(shared: shared, instance: container))
    }
  }

  @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
  extension Scene {
    /// Makes the views of all windows of this scene inject from this container.
    ///
    /// The same as `container(_:)` of the view in each window. To give each window a container of its own, let the root view
    /// of the window store it. See <doc:ViewContainers>.
    ///
    /// ```swift
    /// WindowGroup { RootView() }.container(account)
    /// ```
    nonisolated public func container(_ container: Container) -> some Scene {
      self.container(Container.$shared, container)
    }

    /// Makes the views of all windows of this scene inject from a container of another type.
    ///
    /// ```swift
    /// WindowGroup { CheckoutView() }.container(PaymentsContainer.$shared, payments)
    /// ```
    /// - Parameters:
    ///   - shared: the task-local value of the type: `PaymentsContainer.$shared`.
    ///   - container: the container.
    nonisolated public func container<C: SharedContainer>(
      _ shared: TaskLocal<C>, _ container: C
    ) -> some Scene {
      environment(\.[ContainerKey<C>()], ViewContainer(shared: shared, instance: container))
    }
  }

  /// The containers that a view injects from: the nearest one of each type.
  struct ViewContainers: Sendable {
    private var containers: [any AnyViewContainer] = []

    var isEmpty: Bool { containers.isEmpty }

    subscript<C: SharedContainer>(_: C.Type) -> ViewContainer<C>? {
      get { containers.lazy.compactMap { $0 as? ViewContainer<C> }.first }
      set {
        containers.removeAll { $0 is ViewContainer<C> }
        if let newValue { containers.append(newValue) }
      }
    }

    /// Runs a closure in which all these containers are the shared ones of their types.
    func run<Result>(_ body: () -> Result) -> Result { Self.run(containers[...], body) }

    private static func run<Result>(
      _ containers: ArraySlice<any AnyViewContainer>, _ body: () -> Result
    ) -> Result {
      guard let first = containers.first else { return body() }
      return first.run { run(containers.dropFirst(), body) }
    }
  }

  extension ViewContainers: Equatable {
    static func == (left: Self, right: Self) -> Bool {
      left.containers.elementsEqual(right.containers) { $0.container === $1.container }
    }
  }

  private protocol AnyViewContainer: Sendable {
    var container: AnyObject { get }
    func run<Result>(_ body: () -> Result) -> Result
  }

  /// A container of a view, and how it becomes the shared one of its type.
  struct ViewContainer<C: SharedContainer>: Sendable {
    let shared: TaskLocal<C>
    let instance: C
  }

  extension ViewContainer: AnyViewContainer {
    fileprivate var container: AnyObject { instance }

    fileprivate func run<Result>(_ body: () -> Result) -> Result { instance.run(shared, body) }
  }

  // MARK: The environment

  private enum ViewContainersKey: EnvironmentKey {
    static let defaultValue = ViewContainers()
  }

  /// Identifies, in a key path, a view's container of one type.
  struct ContainerKey<C: SharedContainer>: Hashable {}

  extension EnvironmentValues {
    var viewContainers: ViewContainers {
      get { self[ViewContainersKey.self] }
      set { self[ViewContainersKey.self] = newValue }
    }

    /// Setting it leaves the containers of other types as they are.
    subscript<C>(_: ContainerKey<C>) -> ViewContainer<C>? {
      get { viewContainers[C.self] }
      set { viewContainers[C.self] = newValue }
    }
  }
#endif
