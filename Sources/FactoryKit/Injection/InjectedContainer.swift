// Factory, MIT licence; see LICENSE
//
// Injection of a container itself.

/// The shared container of a type, taken when the property is initialised.
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
