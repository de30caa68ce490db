// Factory, MIT licence; see LICENSE
//
// The one FactoryKit container in which all factories of this module live.
public import FactoryKit

/// Keeps the registrations and the instances of all static factories.
///
/// The program shares one. A test can have one of its own, because `shared` is task-local as with
/// every container of FactoryKit:
///
/// ```swift
/// extension Trait where Self == ContainerTrait<StaticContainer> {
///   static var staticContainer: Self {
///     .init(shared: StaticContainer.$shared, container: StaticContainer())
///   }
/// }
/// ```
///
/// May be used from any thread.
public final class StaticContainer: FactoryKit.SharedContainer, @unchecked Sendable {
  // Sendable: the stored properties are constants that guard themselves.
  @TaskLocal public static var shared = StaticContainer()
  public let manager = ContainerManager()
  /// For each `push` since the last `pop`, what puts the bridges back.
  let bridgeSnapshots = Locked<[[() -> Void]]>([])
  public init() {}
}

extension StaticContainer: FactoryKit.AutoRegistering {
  /// Has ``Container`` register its services, if it is ``AutoRegistering``.
  public func autoRegister() {
    guard let registering = (Container.self as Any) as? any AutoRegistering.Type else { return }
    registering.registerAllServices()
  }
}
