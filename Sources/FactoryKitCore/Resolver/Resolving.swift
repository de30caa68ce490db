// Factory, MIT licence; see LICENSE
//
// Registration and resolution by type, for code that is migrated from Resolver.
internal import FactoryCore

/// A container that registers and resolves factories by type.
///
/// ```swift
/// extension Container: @retroactive Resolving {}
/// Container.shared.register { MyService() as MyServiceType }
/// let service: MyServiceType? = Container.shared.resolve()
/// ```
///
/// The compiler does not check that a type is registered: a type without a registration resolves to
/// nil. All members may be used from any thread. See <doc:Registrations> and <doc:FromContainers>.
public protocol Resolving: ManagedContainer {
  /// Registers a closure for a type, and returns the type's factory, to which modifiers can be
  /// added.
  @discardableResult
  func register<T>(_ type: T.Type, factory: @escaping () -> T) -> Factory<T>

  /// Returns the factory of a type, for modifiers and resets; nil if nothing is registered for the
  /// type.
  func factory<T>(_ type: T.Type) -> Factory<T>?

  /// Returns an instance of a type; nil if nothing is registered for it.
  func resolve<T>(_ type: T.Type) -> T?
}

extension Resolving {
  /// Registers a closure for a type, and returns the type's factory, to which modifiers can be
  /// added.
  ///
  /// The type is that of the closure's result, unless it is given:
  /// `register(MyServiceType.self) { MyService() }`.
  @_alwaysEmitIntoClient @discardableResult
  public func register<T>(
    _ type: T.Type = T.self, factory: @escaping () -> T
  ) -> Factory<T> {
    byType(type).register(factory: factory)
  }

  /// Returns the factory of a type, for modifiers and resets; nil if nothing is registered for the
  /// type.
  ///
  /// Do not store the factory: resolving it traps if its registration has been reset.
  @_alwaysEmitIntoClient
  public func factory<T>(_ type: T.Type = T.self) -> Factory<T>? {
    let factory = byType(type)
    return factory._definition.isRegistered(Factory<T>._types, orInContext: false) ? factory : nil
  }

  /// Returns an instance of a type; nil if nothing is registered for it.
  @_alwaysEmitIntoClient
  public func resolve<T>(_ type: T.Type = T.self) -> T? {
    factory(type)?.resolve()
  }

  /// The factory of a type, registered or not. Its key is a name that no property can have.
  @_alwaysEmitIntoClient
  func byType<T>(_ type: T.Type) -> Factory<T> {
    // `SingletonStore` explains the line.
    Factory(self, key: "(by type)", line: 0) {
      // Reached only if the registration was reset between `factory(_:)` and the resolution.
      ContainerManager.stopWithoutRegistration(Self.self, T.self)
    }
  }
}

extension ContainerManager {
  @usableFromInline
  static func stopWithoutRegistration(_ container: Any.Type, _ product: Any.Type) -> Never {
    fatalError(Message.registrationGone(typeName(container), typeName(product)))
  }
}

// MARK: -

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
