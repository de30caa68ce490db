// Factory, MIT licence; see LICENSE
//
// A container that is declared in one module and extended in another.
public import FactoryKit

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
