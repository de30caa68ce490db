// Factory, MIT licence; see LICENSE
//
// Services and a container of a module that is nonisolated by default, and their factories.
public import FactoryKit

/// A service that any thread may use.
public protocol Networking: Sendable {
  func get(_ path: String) -> String
}

/// A service that stays in one isolation domain.
public protocol Formatting {
  func format(_ text: String) -> String
}

/// Declared here, implemented by the application.
public protocol AccountLoading: Sendable {
  func accounts() -> [String]
}

public final class LiveNetwork: Networking {
  public init() {}
  public func get(_ path: String) -> String { "live \(path)" }
}

public final class Brackets: Formatting {
  public init() {}
  public func format(_ text: String) -> String { "[\(text)]" }
}

extension Container {
  public var network: Factory<any Networking> { self { LiveNetwork() }.singleton }
  public var formatter: Factory<any Formatting> { self { Brackets() } }
  public var accountLoader: Factory<(any AccountLoading)?> { promised() }
  public var accountName: ParameterFactory<Int, String?> { promised() }
  @MainActor public var start: Factory<(() -> String)?> { promised() }
}

extension SharedContainer {
  public var heading: Factory<String> { self { "Heading" } }
}

// Registered by the application; without a registration, resolving them stops the program.
extension Container {
  public var requiredNetwork: Factory<any Networking> { required() }
  public var requiredLoader: ThrowingFactory<any AccountLoading, any Error> { required() }
  public var requiredAccounts: AsyncParameterFactory<Int, any AccountLoading, Never> { required() }
  public var requiredStart: MainActorFactory<() -> String> { required() }
}

public final class PaymentsContainer: SharedContainer {
  @TaskLocal public static var shared = PaymentsContainer()
  public let manager = ContainerManager()
  public init() {}
}

public final class Processor: Sendable {
  public let network: any Networking
  init(network: any Networking) { self.network = network }
}

extension PaymentsContainer {
  public var processor: Factory<Processor> {
    self { Processor(network: Container.shared.network()) }.singleton
  }
}
