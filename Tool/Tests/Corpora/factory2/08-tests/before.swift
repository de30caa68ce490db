import Factory
import XCTest

protocol Providing { var name: String { get } }
struct LiveProvider: Providing { let name = "live" }
struct MockProvider: Providing { let name = "mock" }

extension Container {
    var provider: Factory<Providing> { Factory(self) { LiveProvider() } }
}

final class ProviderTests: XCTestCase {
    override func setUp() {
        super.setUp()
        Container.shared = Container()
    }

    func testMock() {
        Container.shared.with {
            $0.provider.register { MockProvider() }
        }
        XCTAssertEqual(Container.shared.provider().name, "mock")
    }

    func testPush() {
        Container.shared.manager.push()
        defer { Container.shared.manager.pop() }
        Container.shared.provider.register { MockProvider() }
        XCTAssertEqual(Container.shared.provider().name, "mock")
    }

    func testOwn() {
        let container = Container()
        container.provider.register { MockProvider() }

        Container.shared = container
        XCTAssertEqual(Container.shared.provider().name, "mock")
    }
}
