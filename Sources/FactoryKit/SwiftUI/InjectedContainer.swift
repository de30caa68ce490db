// Factory, MIT licence; see LICENSE
//
// Injection of a container, on systems with SwiftUI.
#if canImport(SwiftUI)
  public import FactoryKitCore
  public import SwiftUI

  /// Injects a container: in a view below `container(_:)`, the nearest one; while an instance is built for a child
  /// container, the child; otherwise the shared one, when the property is initialised. What the process or a container
  /// without a parent keeps does not get a child. See <doc:Resolutions>, <doc:ChildContainers> and <doc:ViewContainers>.
  ///
  /// The property retains the container. Do not use it in an instance that a child keeps: the child and the instance would
  /// retain each other until `reset` or `shutdown`.
  ///
  /// ```swift
  /// final class Checkout {
  ///   @InjectedContainer var container
  ///   @InjectedContainer(PaymentsContainer.self) var payments
  /// }
  /// ```
  ///
  /// Replaces the type of the same name in `FactoryKitCore`, which does not use SwiftUI. A file that imports both modules
  /// has to write `FactoryKit.InjectedContainer`.
  @propertyWrapper
  public struct InjectedContainer<C: SharedContainer>: DynamicProperty {
    // A plain stored property, which SwiftUI finds and installs.
    private var environment = Environment(\.viewContainers)

    /// The container. Assigning another one changes the property only, and not the shared container.
    public var wrappedValue: C

    /// The wrapper itself, for ``reset(options:)``.
    public var projectedValue: Self {
      get { self }
      set { self = newValue }
    }

    /// Injects a container of type `C`.
    public init(_: C.Type) {
      wrappedValue = C.injectedForLater()
    }

    /// Injects a `Container`.
    public init() where C == Container {
      wrappedValue = Container.injectedForLater()
    }

    /// Injects the nearest container of the view, if there is one. SwiftUI calls it before it evaluates the view's body.
    public mutating func update() {
      if let nearest = environment.wrappedValue[C.self] { wrappedValue = nearest.instance }
    }

    /// Resets every factory of the container. The same as `reset(options:)` of the container.
    ///
    /// May be called from any thread. See ``ContainerManager/reset(options:)``.
    ///
    /// ```swift
    /// $container.reset(options: .scope)
    /// ```
    public func reset(options: FactoryResetOptions = .all) {
      wrappedValue.reset(options: options)
    }
  }

  // Sendable: SwiftUI alone changes `environment`, in the value that it has copied for a view. SwiftUI's own wrapper is
  // `Sendable` in some of its versions only.
  extension InjectedContainer: @unchecked Sendable {}
#endif
