// Factory, MIT licence; see LICENSE
//
// The FactoryKit container that stores the state of all factories of this module.
public import FactoryKit

/// Stores the registrations and cached instances of all static factories.
///
/// The program shares one instance. As with every container of FactoryKit, `shared` is task-local,
/// so a test can use its own:
///
/// ```swift
/// extension Trait where Self == ContainerTrait<StaticContainer> {
///   static var staticContainer: Self {
///     .init(shared: StaticContainer.$shared, container: StaticContainer())
///   }
/// }
/// ```
///
/// It may be used from any thread.
public final class StaticContainer: FactoryKit.SharedContainer, Sendable {
  /// The container that all static factories use. Task-local.
  @TaskLocal public static var shared = StaticContainer()
  public let manager = ContainerManager()
  /// For each `push` without a `pop` yet, the closures that restore the bridged factories.
  let bridgeSnapshots = Locked<[[() -> Void]]>([])
  /// Creates a container without registrations or cached instances, for example for a test.
  public init() {}
}

extension StaticContainer: FactoryKit.AutoRegistering {
  /// Calls `registerAllServices()` of ``Container``, if it is ``AutoRegistering``.
  public func autoRegister() {
    guard let registering = (Container.self as Any) as? any AutoRegistering.Type else { return }
    registering.registerAllServices()
  }
}

extension StaticContainer: FactoryNaming {
  package static func displayName(ofKey key: UnsafePointer<UInt8>) -> String? {
    FactoryName.displayName(ofKey: key)
  }
}
