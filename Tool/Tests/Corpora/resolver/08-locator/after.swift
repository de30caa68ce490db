import FactoryKit

class Service {}
class Loader {
    init(service: Service = Container.shared.service()) {}
}
class Tracker {}

extension Container {
    var service: Factory<Service> { self { Service() }.graph }
    var loader: Factory<Loader> { self { Loader() }.graph }
    var tracker: Factory<Tracker> { self { Tracker() }.graph }
}

class Screen {
    lazy var service: Service = Container.shared.service()
    lazy var tracker = Container.shared.tracker()
}

class Detail: Base, CustomStringConvertible {
    let loader: Loader
    var description: String { "detail" }

    override init() {
        self.loader = Container.shared.loader()
        super.init()
    }

    func make() -> Service {
        return Container.shared.service()
    }

    var current: Tracker { Container.shared.tracker() }

    func optional() {
        let tracker: Tracker? = Optional(Container.shared.tracker())
        if let service: Service = Optional(Container.shared.service()) {
            _ = (service, tracker)
        }
    }
}

class Base {
    init() {}
}
