import Swinject

struct Service {
    var name = "service"
}

final class Coordinator {
    private let resolver: Resolver
    init(resolver: Resolver) {
        self.resolver = resolver
    }

    func start() -> String {
        let service = resolver.resolve(Service.self)!
        return service.name + self.resolver.resolve(Service.self)!.name
    }
}

struct Factory2 {
    let container: Swinject.Container
    func make() -> Coordinator { container.resolve(Coordinator.self)! }
}

class CoordinatorAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Service.self) { _ in Service() }
        container.register(Coordinator.self) { r in Coordinator(resolver: r) }
    }
}

func makeChild(of parent: Container) -> Container {
    Container(parent: parent)
}

func threadSafe(_ container: Container) -> Resolver {
    container.synchronize()
}
