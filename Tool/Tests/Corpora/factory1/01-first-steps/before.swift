//
//  A view model with two services.
//
import Factory

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
    static let myService = Factory { MyService() as MyServiceType }
    static let explicitService = Factory<MyServiceType> { MyService() }

    /// Counts what happens.
    static let eventLogger = Factory { EventLogger() } // a value

    static let constructedService = Factory { ConstructedService(service: myService()) }
}

class ConstructedService {
    let service: MyServiceType
    init(service: MyServiceType) {
        self.service = service
    }
}

class ContentViewModel {
    @Injected(Container.myService) private var myService
    @Injected(Container.eventLogger) private var logger: EventLogger

    // dependencies that are resolved by hand
    private let service = Container.explicitService()
    private let constructed = Container.constructedService()

    func text() -> String {
        logger.log("text")
        return myService.text() + service.text() + constructed.service.text()
    }
}
