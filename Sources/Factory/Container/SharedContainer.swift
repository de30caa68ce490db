// Factory, MIT licence; see LICENSE
//
// The containers of 1.x: namespaces for static factories.
internal import FactoryKit

/// The base class of all containers.
///
/// A container is a namespace: derive a class, and declare factories as its static properties. A
/// factory that is declared on `SharedContainer` itself is visible in every container.
///
/// ```swift
/// class OrderContainer: SharedContainer {
///   static let orders = Factory(scope: .cached) { OrderService() }
/// }
/// ```
///
/// The registrations and instances of all containers are stored in ``StaticContainer``.
open class SharedContainer {
  /// Creates an object without state. All members of a container are static.
  public init() {}

  /// A function that is applied to every resolved instance.
  public enum Decorator {
    /// Called with every resolved instance, new or cached, on the resolving thread and with no lock
    /// held; nil by default. May be set from any thread.
    public static var decorate: ((_ dependency: Any) -> Void)? {
      get { StaticContainer.shared.manager.currentDecorator }
      set { StaticContainer.shared.decorator(newValue) }
    }
  }
}

/// The default container. Applications extend it with their factories.
///
/// ```swift
/// extension Container {
///   static let myService = Factory { MyService() as MyServiceType }
/// }
/// let service = Container.myService()
/// ```
open class Container: SharedContainer {}

/// Makes registrations before any factory is resolved. ``Container`` can conform to it.
///
/// ```swift
/// extension Container: AutoRegistering {
///   static func registerAllServices() {
///     accountLoader.register { AccountLoader() }
///   }
/// }
/// ```
public protocol AutoRegistering {
  /// Makes the registrations.
  ///
  /// Called once, before the first factory of any container is resolved or registered, and again
  /// after `Container.Registrations.reset()`. Other threads that use a factory wait until it
  /// returns.
  static func registerAllServices()
}
