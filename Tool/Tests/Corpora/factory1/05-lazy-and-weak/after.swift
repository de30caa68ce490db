import FactoryKit

extension Container {
    var servicesP: Factory<ServicesP> { self { ServicesP() }.shared }
    var servicesC: Factory<ServicesC> { self { ServicesC() }.shared }
}

class ServicesP {
    @LazyInjected(\.servicesC) var service
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
    @WeakLazyInjected(\.servicesP) var service: ServicesP?
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
        _parent = Injected(\.servicesP)
        _child = LazyInjected(\.servicesC)
    }

    func use() -> String {
        parent.name + child.name
    }
}
