import FactoryKit
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
    @Injected(\.myServiceType) var service
    var isLoaded: Bool { service.isLoaded }
}

extension Container {
    var myServiceType: Factory<MyServiceType> { self { LiveService() } }
    var someViewModel: Factory<SomeViewModel> { self { SomeViewModel() } }
}

extension Container {
    func setupMocks() {
        myServiceType.register { MockService() }
    }
}

final class FactoryCoreTests: XCTestCase {

    override func setUp() {
        super.setUp()
        Container.shared.manager.push()
        Container.shared.setupMocks()
     }

    override func tearDown() {
        super.tearDown()
        Container.shared.manager.pop()
    }

    func testSomething() throws {
        Container.shared.myServiceType.register(factory: { MockService() })
        let model = Container.shared.someViewModel()
        XCTAssertTrue(model.isLoaded)
    }

    func testWithoutMock() {
        Container.shared.myServiceType.reset(.registration)
        XCTAssertFalse(Container.shared.someViewModel().isLoaded)
        Container.shared.manager.reset(options: .registration) // everything as it was
    }
}
