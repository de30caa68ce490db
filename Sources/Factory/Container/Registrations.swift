// Factory, MIT licence; see LICENSE
//
// Operations on the registrations of all containers.
internal import FactoryKit

extension SharedContainer {
  /// The registrations of all factories, regardless of the container that declares them.
  ///
  /// This includes factories that bridge to a FactoryKit factory, as `Factory(\.service)` does, but
  /// not the other factories of that FactoryKit container. All members may be used from any thread
  /// and do not wait for a factory's closure.
  ///
  /// ```swift
  /// Container.Registrations.push()
  /// defer { Container.Registrations.pop() }
  /// Container.myService.register { MockService() }
  /// ```
  public enum Registrations {
    /// Restores the original closure of every factory. Cached instances stay: to evict them, use
    /// ``SharedContainer/Scope/reset(includingSingletons:)``.
    public static func reset() {
      StaticContainer.shared.manager.reset(options: .registration)
      for bridge in Bridges.all { bridge.reset(.registration) }
    }

    /// Saves all registrations and cached instances until the matching ``pop()``, and leaves them
    /// in effect. Calls may be nested.
    public static func push() {
      StaticContainer.shared.manager.push()
      Bridges.push()
    }

    /// Restores the registrations and cached instances of the last ``push()``. Instances created
    /// since then are evicted, including singletons.
    public static func pop() {
      StaticContainer.shared.manager.pop()
      Bridges.pop()
    }

    /// Whether every factory has its original closure.
    public static var isEmpty: Bool {
      !StaticContainer.shared.manager.hasRegistrations
        && !Bridges.all.contains(where: \.isRegistered)
    }
  }
}
