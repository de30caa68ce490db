import Resolver

struct Configuration {
    var isOn = false
}
final class Client {
    let configuration: Configuration
    init(_ configuration: Configuration) { self.configuration = configuration }
}
final class Account {
    let user: String
    init(user: String) { self.user = user }
}

final class AppDelegate {
    func start(user: String) {
        // Registered at launch
        Resolver.register { Configuration(isOn: true) }.scope(.application)
        Resolver.register { r in
            Client(r.resolve())
        }
        Resolver.register { Account(user: user) }
        print("started")
    }
}

let client: Client = Resolver.resolve()
