import FactoryKit

struct Service {
    var name = "service"
}

final class Coordinator {
    private let resolver: Container
    init(resolver: Container) {
        self.resolver = resolver
    }

    func start() -> String {
        let service = resolver.service()
        return service.name + self.resolver.service().name
    }
}

struct Factory2 {
    let container: Container
    func make() -> Coordinator { container.coordinator() }
}

extension Container {
    var service: Factory<Service> { self { Service() }.graph }
    var coordinator: Factory<Coordinator> { self { Coordinator(resolver: self) }.graph }
}

func makeChild(of parent: Container) -> Container {
    Container(parent: parent)
}

func threadSafe(_ container: Container) -> Container {
    container
}
