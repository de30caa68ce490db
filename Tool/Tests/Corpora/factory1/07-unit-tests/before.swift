import Factory
import XCTest

protocol MyServiceType {
    var isLoaded: Bool { get }
}

struct LiveService: MyServiceType {
    var isLoaded: Bool { false }
}

struct MockService: MyServiceType {
    var isLoaded = true
}

final class SomeViewModel {
    @Injected(Container.myServiceType) var service
    var isLoaded: Bool { service.isLoaded }
}

extension Container {
    static let myServiceType = Factory<MyServiceType> { LiveService() }
    static let someViewModel = Factory { SomeViewModel() }
}

extension Container {
    static func setupMocks() {
        myServiceType.register { MockService() }
    }
}

final class FactoryCoreTests: XCTestCase {

    override func setUp() {
        super.setUp()
        Container.Registrations.push()
        Container.setupMocks()
     }

    override func tearDown() {
        super.tearDown()
        Container.Registrations.pop()
    }

    func testSomething() throws {
        Container.myServiceType.register(factory: { MockService() })
        let model = Container.someViewModel()
        XCTAssertTrue(model.isLoaded)
    }

    func testWithoutMock() {
        Container.myServiceType.reset(.registration)
        XCTAssertFalse(Container.someViewModel().isLoaded)
        Container.Registrations.reset() // everything as it was
    }
}
