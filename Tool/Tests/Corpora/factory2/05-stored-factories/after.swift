import FactoryKit

final class Service {}
final class Client {
    init(_ service: Service) {}
}

final class FeatureContainer: SharedContainer {
    @TaskLocal static var shared = FeatureContainer()
    let manager = ContainerManager()

    var service: Factory<Service> { self { Service() }.cached }
    var client: Factory<Client> {
        self {
            Client(self.service())
        }
    }
    public var explicit: Factory<Service> { self { Service() } } // kept for the tests
    var modified: Factory<Service> {
        self { Service() }
            .singleton
            .onTest { Service() }
    }
    // factory:migrate a container must not store a factory: write `var unknown: Factory<…> { self { … } }`
    lazy var unknown = Factory(self) { makeService() }
    lazy var title = "no factory"
}

func makeService() -> Service { Service() }
