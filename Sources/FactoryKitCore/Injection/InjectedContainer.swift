// Factory, MIT licence; see LICENSE
//
// Injection of a container.

/// Injects the shared container that is current when the property is initialised, or the child container for which the
/// enclosing instance is built. What the process or a container without a parent keeps does not get a child. See
/// <doc:Resolutions> and <doc:ChildContainers>.
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
@propertyWrapper
@frozen
public struct InjectedContainer<C: SharedContainer>: Sendable {
  /// The container. Assigning another one changes the property only, and not the shared container.
  public var wrappedValue: C

  /// The wrapper itself, for ``reset(options:)``.
  public var projectedValue: Self {
    @_alwaysEmitIntoClient @inline(__always) get { self }
    @_alwaysEmitIntoClient @inline(__always) set { self = newValue }
  }

  /// Injects a container of type `C`.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_: C.Type) {
    wrappedValue = C.injectedForLater()
  }

  /// Injects a `Container`.
  @_alwaysEmitIntoClient @inline(__always)
  public init() where C == Container {
    wrappedValue = Container.injectedForLater()
  }

  /// Resets every factory of the container. The same as `reset(options:)` of the container.
  ///
  /// May be called from any thread. See ``ContainerManager/reset(options:)``.
  ///
  /// ```swift
  /// $container.reset(options: .scope)
  /// ```
  @_alwaysEmitIntoClient
  public func reset(options: FactoryResetOptions = .all) {
    wrappedValue.reset(options: options)
  }
}
