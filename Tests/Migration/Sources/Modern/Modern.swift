// Factory, MIT licence; see LICENSE
//
// A module that has been migrated to 3.0.
import FactoryKit

public protocol Network: AnyObject, Sendable {
  var name: String { get }
}

public final class LiveNetwork: Network {
  public let name: String
  public init(_ name: String = "live") { self.name = name }
}

public final class Token: Sendable {
  public init() {}
}

public final class Greeting: Sendable {
  public let text: String
  public init(_ text: String) { self.text = text }
}

extension Scope {
  /// Wins over the deprecated one, here and in modules that import this one.
  public static let session = Cached()
}

extension Container {
  public var network: Factory<any Network> { self { LiveNetwork() }.singleton }
  public var token: Factory<Token> { self { Token() }.cached }
  public var visit: Factory<Token> { self { Token() }.scope(.session) }
  public var greeting: ParameterFactory<String, Greeting> { self { Greeting("Hello, \($0)") } }
}

public final class PaymentsContainer: SharedContainer {
  @TaskLocal public static var shared = PaymentsContainer()
  public let manager = ContainerManager()
}

extension PaymentsContainer {
  public var processor: Factory<Token> { self { Token() }.shared }
}

/// A user of the factory in the new form.
public final class ModernScreen {
  @Injected(\.network) public var network
  public init() {}
}
