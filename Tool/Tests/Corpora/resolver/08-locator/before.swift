import Resolver

class Service {}
class Loader {
    init(service: Service = Resolver.resolve()) {}
}
class Tracker {}

extension Resolver {
    static func registerLocated() {
        register { Service() }
        register { Loader() }
        register { _ in Tracker() }
    }
}

class Screen: Resolving {
    lazy var service: Service = resolver.resolve()
    lazy var tracker = resolver.resolve(Tracker.self)
}

class Detail: Base, Resolving, CustomStringConvertible {
    let loader: Loader
    var description: String { "detail" }

    override init() {
        self.loader = Resolver.resolve()
        super.init()
    }

    func make() -> Service {
        return Resolver.resolve()
    }

    var current: Tracker { Resolver.resolve() }

    func optional() {
        let tracker: Tracker? = Resolver.optional()
        if let service: Service = Resolver.optional() {
            _ = (service, tracker)
        }
    }
}

class Base {
    init() {}
}
