// Factory, MIT licence; see LICENSE
//
// Injection of a container.

/// Injects the shared container that is current when the property is initialised. See
/// <doc:Resolutions>.
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
  /// The container.
  public let wrappedValue: C

  /// Injects `C.shared`.
  @_alwaysEmitIntoClient @inline(__always)
  public init(_: C.Type) {
    wrappedValue = C.shared
  }

  /// Injects `Container.shared`.
  @_alwaysEmitIntoClient @inline(__always)
  public init() where C == Container {
    wrappedValue = Container.shared
  }
}
