//
//  A view model with two services.
//
import FactoryKit

protocol MyServiceType {
    func text() -> String
}

class MyService: MyServiceType {
    func text() -> String { "Hello" }
}

struct EventLogger {
    func log(_ event: String) {}
}

extension Container {
    // The service of the first screen
    var myService: Factory<MyServiceType> { self { MyService() } }
    var explicitService: Factory<MyServiceType> { self { MyService() } }

    /// Counts what happens.
    var eventLogger: Factory<EventLogger> { self { EventLogger() } } // a value

    var constructedService: Factory<ConstructedService> { self { ConstructedService(service: self.myService()) } }
}

class ConstructedService {
    let service: MyServiceType
    init(service: MyServiceType) {
        self.service = service
    }
}

class ContentViewModel {
    @Injected(\.myService) private var myService
    @Injected(\.eventLogger) private var logger: EventLogger

    // dependencies that are resolved by hand
    private let service = Container.shared.explicitService()
    private let constructed = Container.shared.constructedService()

    func text() -> String {
        logger.log("text")
        return myService.text() + service.text() + constructed.service.text()
    }
}
