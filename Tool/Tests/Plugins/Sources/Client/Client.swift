// Factory, MIT licence; see LICENSE
import FactoryKit

public final class Client: Sendable {
  let address: String

  init(address: String) { self.address = address }
}

extension Container {
  // Found by the plugin as a warning.
  public var client: ParameterFactory<String, Client> {
    self { Client(address: $0) }.singleton
  }
}
