// Factory, MIT licence; see LICENSE
//
// What the application declares. Its test bundle imports this module, and uses the application's copy
// of it.
public import FactoryKit

public final class Service: Sendable {
  public let origin: String
  public init(_ origin: String) { self.origin = origin }
}

extension Container {
  public var singleton: Factory<Service> { self { Service("app") }.singleton }
  public var cached: Factory<Service> { self { Service("app") }.cached }
  public var held: Factory<Service> { self { Service("app") }.shared }
  public var unscoped: Factory<Service> { self { Service("app") } }
  public var byNumber: ParameterFactory<Int, Service> {
    self { Service("\($0)") }.scopeOnParameters.cached
  }
  public var parts: FactoryGroup<Service> { group() }
}

public final class AppContainer: SharedContainer, AutoRegistering {
  @TaskLocal public static var shared = AppContainer()
  public let manager = ContainerManager()
  public init() {}
  public var service: Factory<Service> { self { Service("app") }.cached }
  public func autoRegister() { service.register { Service("autoRegister") } }
}

public struct Consumer {
  @Injected(\.cached) public var injected
  @LazyInjected(\.cached) public var lazy
  @WeakLazyInjected(\.cached) public var weakly
  public init() {}
}

public enum AppCode {
  /// Which `Container` the application uses.
  public static var containerType: Any.Type { Container.self }
  public static func cached() -> Service { Container.shared.cached() }
  public static func singleton() -> Service { Container.shared.singleton() }
  public static func parts() -> [Service] { Container.shared.parts() }
  /// An instance that the caller caches in its own object, and passes on before it is resolved.
  public static func consumer() -> Consumer { Consumer() }
}
