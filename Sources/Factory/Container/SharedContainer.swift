// Factory, MIT licence; see LICENSE
//
// The containers of 1.x: name spaces for static factories.
internal import FactoryKit

/// The root of all containers. (1.x guide: Custom Containers.)
///
/// A container is a name space, not a store: derive from it and declare factories as static
/// properties. What is declared on `SharedContainer` itself is visible in every container.
///
/// ```swift
/// class OrderContainer: SharedContainer {
///   static let orders = Factory(scope: .cached) { OrderService() }
/// }
/// ```
///
/// Registrations and instances of all of them are in one place, ``StaticContainer``.
open class SharedContainer {
  public init() {}

  /// What is done with every instance that a factory hands out.
  public enum Decorator {
    /// Called with each instance, new or kept, on the resolving thread and with no lock held;
    /// nothing unless set. May be set from any thread.
    public static var decorate: ((_ dependency: Any) -> Void)? {
      get { StaticContainer.shared.manager.currentDecorator }
      set { StaticContainer.shared.decorator(newValue) }
    }
  }
}

/// The container that applications extend with their factories. (1.x guide: A Simple Example.)
///
/// ```swift
/// extension Container {
///   static let myService = Factory { MyService() as MyServiceType }
/// }
/// let service = Container.myService()
/// ```
open class Container: SharedContainer {}

/// Lets ``Container`` register things before anything is resolved. (1.x guide: AutoRegistering.)
///
/// ```swift
/// extension Container: AutoRegistering {
///   static func registerAllServices() {
///     accountLoader.register { AccountLoader() }
///   }
/// }
/// ```
public protocol AutoRegistering {
  /// Called once before the first factory of the program is resolved or registered, whichever
  /// container it is of, and once more after `Container.Registrations.reset()`.
  ///
  /// Threads that come at the same time wait for it.
  static func registerAllServices()
}
