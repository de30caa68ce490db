// Factory, MIT licence; see LICENSE
//
// A trait that gives a preview a container of its own.
#if canImport(SwiftUI)
  public import FactoryKitCore
  public import SwiftUI

  /// Gives a preview a container of its own, so that its registrations do not reach other previews. See <doc:Previews>.
  ///
  /// The views of the preview use the container as below `container(_:)`. Usually written as the trait `.container`.
  ///
  /// ```swift
  /// #Preview(traits: .modifier(ContainerPreview { $0.api.register { FakeAPI() } })) {
  ///   ForecastScreen()
  /// }
  /// ```
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  public struct ContainerPreview<C: SharedContainer>: PreviewModifier {
    private let shared: TaskLocal<C>
    private let container: C

    /// Creates a child of `Container.shared` for a preview.
    /// - Parameter change: registers in the child. Called at once.
    public init(_ change: (Container) -> Void = { _ in }) where C == Container {
      self.init(Container.$shared, Container(parent: .shared), change)
    }

    /// Gives a preview a container of another type.
    /// - Parameters:
    ///   - shared: the task-local value of the type: `PaymentsContainer.$shared`.
    ///   - container: the container of the preview. It should be used by no other code.
    ///   - change: registers in the container. Called at once.
    public init(_ shared: TaskLocal<C>, _ container: C, _ change: (C) -> Void = { _ in }) {
      self.shared = shared
      self.container = container
      change(container)
    }

    /// The preview's content, which injects from the container.
    public func body(content: Content, context: Void) -> some View {
      content.container(shared, container)
    }
  }

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  extension PreviewTrait where T == Preview.ViewTraits {
    /// Gives the preview a child of `Container.shared` of its own, in which `change` registers. See <doc:Previews>.
    ///
    /// ```swift
    /// #Preview(traits: .container { $0.api.register { FakeAPI() } }) { ForecastScreen() }
    /// ```
    @MainActor public static func container(
      _ change: (Container) -> Void = { _ in }
    ) -> PreviewTrait<T> {
      .modifier(ContainerPreview(change))
    }

    /// Gives the preview a container of another type. See <doc:Previews>.
    ///
    /// ```swift
    /// #Preview(
    ///   traits: .container(PaymentsContainer.$shared, PaymentsContainer(parent: .shared)) {
    ///     $0.bank.register { FakeBank() }
    ///   }
    /// ) {
    ///   CheckoutView()
    /// }
    /// ```
    /// - Parameters:
    ///   - shared: the task-local value of the type: `PaymentsContainer.$shared`.
    ///   - container: the container of the preview. It should be used by no other code.
    ///   - change: registers in the container. Called at once.
    @MainActor public static func container<C: SharedContainer>(
      _ shared: TaskLocal<C>, _ container: C, _ change: (C) -> Void = { _ in }
    ) -> PreviewTrait<T> {
      .modifier(ContainerPreview(shared, container, change))
    }
  }
#endif
