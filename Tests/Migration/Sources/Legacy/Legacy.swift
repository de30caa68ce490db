// Factory, MIT licence; see LICENSE
//
// A module of a 1.x program, in Swift 5 mode. Migrated types are still available under their old
// names.
import Factory
import Modern

public class Session {
  public init() {}
}

public class Clock {
  public let name: String
  public init(_ name: String) { self.name = name }
}

extension Container.Scope {
  public static var session = Cached()
}

extension Container {
  // Migrated: declared in 3.0 form.
  public static let network = Factory(\.network)
  public static let token = Factory(\.token)
  public static let greeting = ParameterFactory(\.greeting)

  // Not migrated yet.
  public static let session = Factory(scope: .session) { Session() }
  public static let clock = Factory(scope: .singleton) { Clock("legacy") }
  public static let alarm = ParameterFactory<Int, Clock> { Clock("alarm \($0)") }
}

public class PaymentsNames: SharedContainer {
  public static let processor = Factory(\PaymentsContainer.processor)
  public static let made = ParameterFactory(\Modern.PaymentsContainer.receipt)
}

extension PaymentsContainer {
  public var receipt: FactoryOfReceipts {
    self { Greeting("Receipt \($0)") }
  }
}

/// A user of the factories in the old form.
public class LegacyScreen {
  @Injected(Container.network) public var network
  @LazyInjected(Container.token) public var token
  @WeakLazyInjected(PaymentsNames.processor) public var processor
  public init() {}
  public func resolveAnother() -> Token { $token.resolve(reset: .scope) }
}
