// Factory, MIT licence; see LICENSE
//
// Modifiers that give the views of a window, an account or a tab a container.
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
#endif
