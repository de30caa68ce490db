// Factory, MIT licence; see LICENSE
//
// Injection by type.

/// Resolves a type from a ``Resolving`` container when the property is initialised.
///
/// The property is nil if nothing is registered for the type. If the container is not
/// ``Resolving``, that is logged. See <doc:Registrations>.
///
/// ```swift
/// final class Screen {
///   @InjectedType var service: MyServiceType?
/// }
/// ```
@propertyWrapper
@frozen
public struct InjectedType<T> {
  /// Injects from `Container.shared` or, while an instance is built for a child container, from the child.
  @_alwaysEmitIntoClient
  public init() {
    self.init(Container.injected(.now))
  }

  /// Injects from another shared container: `@InjectedType(PaymentsContainer.self)`.
  @_alwaysEmitIntoClient
  public init<C: SharedContainer>(_: C.Type) {
    self.init(C.injected(.now))
  }

  /// Injects from a container: `@InjectedType(session.container)`. It need not be a shared one. The
  /// property does not retain it.
  @_alwaysEmitIntoClient
  public init(_ container: any ManagedContainer) {
    wrappedValue = container.manager.resolving(container, T.self)?.resolve(T.self)
  }

  /// The instance; nil if nothing was registered for its type.
  public var wrappedValue: T?
}

extension ContainerManager {
  /// The container as a ``Resolving`` one. If it is not, that is logged.
  @_alwaysEmitIntoClient
  func resolving(_ container: any ManagedContainer, _ product: Any.Type) -> (any Resolving)? {
    if let resolving = container as? any Resolving { return resolving }
    // Without the module if it is one of the library's, because a program may import either of two.
    var type = typeName(type(of: container))
    if type.hasPrefix("FactoryKit.") { type.removeFirst("FactoryKit.".count) }
    Log.write(
      """
      FactoryKit: @InjectedType for \(typeName(product)) got nil because \(type) is not \
      Resolving. Add: extension \(type): Resolving {}
      """)
    return nil
  }
}

extension InjectedType: Sendable where T: Sendable {}
