// Factory, MIT licence; see LICENSE
//
// A container that the library declares, and what its own code does with it.
public import FactoryKit

/// An object that notices if it is used after it was released.
public final class Service: Sendable {
  private static let intact = 0x5eed
  // Written in `deinit` only, when there is no other reference.
  nonisolated(unsafe) private var state = Service.intact
  public let number: Int
  private let onDeinit: (@Sendable () -> Void)?

  public init(_ number: Int = 0, onDeinit: (@Sendable () -> Void)? = nil) {
    self.number = number
    self.onDeinit = onDeinit
  }

  deinit {
    state = 0
    onDeinit?()
  }

  public var isIntact: Bool { state == Service.intact }
}

public final class PluginContainer: SharedContainer, AutoRegistering {
  @TaskLocal public static var shared = PluginContainer()
  public let manager = ContainerManager()
  public init() {}

  public func autoRegister() { registered.register { Service(1) } }
}

extension PluginContainer {
  public var unscoped: Factory<Service> { self { Service() } }
  public var cached: Factory<Service> { self { Service() }.cached }
  public var shared: Factory<Service> { self { Service() }.shared }
  public var singleton: Factory<Service> { self { Service() }.singleton }
  public var graph: Factory<Service> { self { Service() }.graph }
  public var timed: Factory<Service> { self { Service() }.cached.timeToLive(60) }
  public var decorated: Factory<Service> { self { Service() }.cached.decorator { _ in } }
  public var registered: Factory<Service> { self { Service() }.cached }
  public var byNumber: ParameterFactory<Int, Service> {
    self { Service($0) }.scopeOnParameters.cached
  }
  public var promise: Factory<Service?> { promised() }

  /// The factories whose instances are kept.
  public var kept: [Factory<Service>] { [cached, shared, singleton, timed, decorated, registered] }
}

/// The same operations as the program's, in this library's code.
public enum PluginCode {
  /// Which `Container` this library's FactoryKit declares.
  public static var containerType: Any.Type { Container.self }

  public static func resolve(_ factory: Factory<Service>) -> Service { factory() }
  public static func resolve(_ factory: ParameterFactory<Int, Service>, _ number: Int) -> Service {
    factory(number)
  }
  public static func resolve(_ factory: Factory<Service?>) -> Service? { factory() }
  public static func register(_ factory: Factory<Service>, _ make: @escaping () -> Service) {
    factory.register(factory: make)
  }
  public static func reset(_ factory: Factory<Service>) { factory.reset(.scope) }
  public static func reset(_ container: PluginContainer) { container.reset() }
  public static func push(_ container: PluginContainer) { container.manager.push() }
  public static func pop(_ container: PluginContainer) { container.manager.pop() }
  public static let resetManager: ManagerChange = { $0.reset() }
  public static let popManager: ManagerChange = { $0.pop() }
}

/// A change of a container.
public typealias ManagerChange = @Sendable (ContainerManager) -> Void

/// A container whose `autoRegister` calls a function of the program first.
public final class ChangingContainer: ManagedContainer, AutoRegistering {
  public let manager = ContainerManager()
  private let change: ManagerChange

  public init(_ change: @escaping ManagerChange) { self.change = change }

  public var number: Factory<Int> { self { 0 } }

  public func autoRegister() {
    change(manager)
    number.register { 1 }
  }
}

/// A consumer whose property wrappers are this library's.
public final class PluginConsumer {
  @Injected(\PluginContainer.cached) public var cached
  @LazyInjected(\PluginContainer.cached) public var lazy
  @WeakLazyInjected(\PluginContainer.cached) public var weakly
  public init() {}
}

/// A container that the program extends with a factory of its own, which is its first factory to be used.
public final class ExtendedContainer: ManagedContainer, AutoRegistering {
  public let manager = ContainerManager()
  public init() {}

  public var number: Factory<Int> { self { 0 }.cached }

  public func autoRegister() { number.register { 77 } }
}

// Two containers in one file, each with a singleton of the same name and type.

public final class FirstContainer: ManagedContainer {
  public let manager = ContainerManager()
  public init() {}
  public var service: Factory<Service> { self { Service(1) }.singleton }
}

public final class SecondContainer: ManagedContainer {
  public let manager = ContainerManager()
  public init() {}
  public var service: Factory<Service> { self { Service(2) }.singleton }
}
