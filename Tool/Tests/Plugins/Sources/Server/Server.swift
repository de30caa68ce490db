// Factory, MIT licence; see LICENSE
import Client
import FactoryKit

struct Settings: Sendable {
  var port = 8080
}

final class Listener: Sendable {
  let settings: Settings

  init(settings: Settings) { self.settings = settings }
}

extension Container {
  var settings: Factory<Settings> { self { Settings() }.singleton }
  // Found by the plugin as a warning.
  var listener: ParameterFactory<String, Listener> {
    self { _ in Listener(settings: self.settings()) }.cached
  }
}

@main
enum Server {
  static func main() {
    print(Container.shared.listener("main").settings.port)
    _ = Container.shared.client("server")
  }
}
