import Factory

extension Container {
    static var servicesP = Factory(scope: .shared) { ServicesP() }
    static var servicesC = Factory(scope: .shared) { ServicesC() }
}

class ServicesP {
    @LazyInjected(Container.servicesC) var service
    let name = "Parent"
    init() {}
    func test() -> String? {
        service.name
    }

    func reload() {
        $service.resolve(reset: .scope)
    }
}

class ServicesC {
    @WeakLazyInjected(Container.servicesP) var service: ServicesP?
    init() {}
    let name = "Child"
    func test() -> String? {
        service?.name
    }
}

class Manual {
    @Injected private var parent: ServicesP
    @LazyInjected
    private var child: ServicesC

    init() {
        _parent = Injected(Container.servicesP)
        _child = LazyInjected(Container.servicesC)
    }

    func use() -> String {
        parent.name + child.name
    }
}
