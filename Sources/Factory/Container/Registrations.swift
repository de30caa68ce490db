// Factory, MIT licence; see LICENSE
//
// Registrations of all containers in one go.
internal import FactoryKit

extension SharedContainer {
  /// The registrations of all factories, whatever container they are declared in.
  /// (1.x guide: Reset, Xcode Unit Tests.)
  ///
  /// Factories that stand for one of FactoryKit's (`Factory(\.service)`) are included, but not the
  /// rest of their container. All of it may be used from any thread and returns at once.
  public enum Registrations {
    /// Brings back the original closure of every factory. Instances that scopes keep stay: see
    /// ``SharedContainer/Scope/reset(includingSingletons:)`` for those.
    public static func reset() {
      StaticContainer.shared.manager.reset(options: .registration)
      for bridge in Bridges.all { bridge.reset(.registration) }
    }

    /// Remembers all registrations, and the instances that scopes keep, for ``pop()``. They stay
    /// in force. Nests.
    public static func push() {
      StaticContainer.shared.manager.push()
      Bridges.push()
    }

    /// Goes back to the last ``push()``: to its registrations and to its instances, so that what
    /// was made by closures registered since is gone, singletons included.
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
