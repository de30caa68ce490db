// Factory, MIT licence; see LICENSE
//
// The protocols of containers, the default container, and the members of every container.

/// A class that owns registrations and cached instances through its ``ContainerManager``.
///
/// Containers with a shared instance conform to ``SharedContainer``. All members may be used from
/// any thread. See <doc:Containers>.
public protocol ManagedContainer: AnyObject, Sendable {
  /// Stores the container's registrations, settings and cached instances. Must always return the
  /// same object.
  var manager: ContainerManager { get }
}

/// A container with an instance that the program shares.
///
/// ```swift
/// public final class PaymentsContainer: SharedContainer {
///   @TaskLocal public static var shared = PaymentsContainer()
///   public let manager = ContainerManager()
/// }
/// ```
///
/// `shared` is task-local: inside `$shared.withValue(_:)`, a task and its child tasks see another
/// container. A detached task does not inherit it and sees the process's container; pass the
/// container to it explicitly. See <doc:Containers> and <doc:Concurrency>.
public protocol SharedContainer: ManagedContainer {
  /// The container that key paths are resolved from.
  static var shared: Self { get }
}

/// A container that makes registrations before it is first used. See <doc:Containers>.
///
/// ```swift
/// extension Container: @retroactive AutoRegistering {
///   public func autoRegister() {
///     accountLoader.register { AccountLoader() }
///   }
/// }
/// ```
///
/// The protocol refines `Sendable`, so the conformance cannot be isolated to an actor. An isolated
/// conformance would not be found by code outside that actor, and `autoRegister` would not run.
public protocol AutoRegistering: AnyObject, Sendable {
  /// Makes the container's registrations.
  ///
  /// Called once per container instance, when one of the container's factories is first read, and
  /// again after `reset()`, `reset(options: .registration)`, or a `pop()` to a state before the call
  /// had ended. Other threads that read or resolve the container's factories wait until it returns.
  ///
  /// It may resolve factories, which see the registrations made so far. If two containers use each
  /// other in `autoRegister` on two threads, one thread continues without waiting and logs a
  /// message: see <doc:Errors>.
  func autoRegister()
}

/// The default container. Applications extend it with their factories.
///
/// ```swift
/// extension Container {
///   var myService: Factory<MyServiceType> { self { MyService() } }
/// }
/// let service = Container.shared.myService()
/// ```
public final class Container: SharedContainer, Sendable {
  /// The container that key paths are resolved from. Task-local: see <doc:Containers>.
  @TaskLocal public static var shared = process
  /// The shared container of code that has no other one.
  static let process = Container()
  public let manager: ContainerManager

  /// Creates a container without registrations or cached instances, for example for a test.
  public init() {
    manager = ContainerManager()
  }

  init(_ manager: ContainerManager) {
    self.manager = manager
  }

  deinit {
    if manager.parent != nil { manager.store.forgetContainer(self) }
  }
}

extension ManagedContainer {
  /// Calls `decorator` with every instance that this container's factories return, new or cached.
  /// Pass nil to remove the decorator.
  ///
  /// Factories that have a decorator of their own do not call it. It runs on the resolving thread,
  /// with no lock held; a new instance is cached before the call. The decorator may resolve
  /// factories of the container: it is not called again for those instances. See <doc:Debugging>.
  ///
  /// It is also called for the instances of child containers without a decorator of their own. That of a child is not called for
  /// what its parent or the process keeps.
  ///
  /// The container stores the closure. If the closure uses the container, capture it `unowned`;
  /// otherwise the two retain each other.
  ///
  /// ```swift
  /// Container.shared.decorator { instance in print("resolved \(type(of: instance))") }
  /// ```
  @_alwaysEmitIntoClient @discardableResult
  public func decorator(_ decorator: ((Any) -> Void)?) -> Self {
    manager.setDecorator(decorator)
    return self
  }

  /// Resets every factory of this container. See ``ContainerManager/reset(options:)``.
  @_alwaysEmitIntoClient
  public func reset(options: FactoryResetOptions = .all) {
    manager.reset(options: options)
  }

  /// Evicts this container's instances in one scope. See ``ContainerManager/reset(scope:)``.
  @_alwaysEmitIntoClient
  public func reset(scope: Scope) {
    manager.reset(scope: scope)
  }
}
