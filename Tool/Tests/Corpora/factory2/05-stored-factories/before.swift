import FactoryKit

final class Service {}
final class Client {
    init(_ service: Service) {}
}

final class FeatureContainer: SharedContainer {
    @TaskLocal static var shared = FeatureContainer()
    let manager = ContainerManager()

    lazy var service: Factory<Service> = Factory(self) { Service() }.cached
    lazy var client: Factory<Client> = self {
        Client(self.service())
    }
    public private(set) lazy var explicit = Factory<Service>(self) { Service() } // kept for the tests
    lazy var modified: Factory<Service> = self { Service() }
        .singleton
        .onTest { Service() }
    lazy var unknown = Factory(self) { makeService() }
    lazy var title = "no factory"
}

func makeService() -> Service { Service() }
