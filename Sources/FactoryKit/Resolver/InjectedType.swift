// Factory, MIT licence; see LICENSE
//
// Injection by type alone.

/// Resolves a type from a ``Resolving`` container when the property is initialised; nil if
/// nothing is registered for it. (Guide: Resolver mode.)
///
/// ```swift
/// final class Screen {
///   @InjectedType var service: MyServiceType?
/// }
/// ```
@propertyWrapper
public struct InjectedType<T> {
  public var wrappedValue: T?

  /// Injects from `Container.shared`.
  public init() {
    self.init(from: Container.shared)
  }

  /// Injects from another shared container: `@InjectedType(PaymentsContainer.self)`.
  public init<C: SharedContainer>(_: C.Type) {
    self.init(from: C.shared)
  }

  private init(from container: any ManagedContainer) {
    guard let resolving = container as? any Resolving else {
      Log.write(Message.notResolving("\(type(of: container))", "\(T.self)"))
      wrappedValue = nil
      return
    }
    wrappedValue = resolving.resolve(T.self)
  }
}

extension InjectedType: Sendable where T: Sendable {}
