import FactoryKit

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
        Container.shared.account.register { Account(user: user) }.graph
        print("started")
    }
}

extension Container {
    // Registered at launch
    var configuration: Factory<Configuration> { self { Configuration(isOn: true) }.singleton }
    var client: Factory<Client> {
        self {
            Client(self.configuration())
        }.graph
    }
}

let client: Client = Container.shared.client()

extension Container {
    // factory:migrate Account is registered when `start` runs: call that first, or write its closure here
    var account: Factory<Account> { required() }
}
