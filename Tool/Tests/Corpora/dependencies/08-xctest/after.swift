#if canImport(FactoryKit)
import FactoryKit
#endif
import XCTest

struct Counter: Sendable { var count: @Sendable () -> Int }
extension Counter {
    static let liveValue = Counter { 1 }
}

extension Container {
    // factory:migrate without a testValue, a test failed that used it: the trait `.container(.strict)` lets it fail now
    var counter: Factory<Counter> { self { Counter.liveValue }.cached }
}

final class Model {
    @DynamicInjected(\.counter) var counter
}

final class ModelTests: XCTestCase {
    override func invokeTest() {
        Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
            $0.counter.register { Counter { 0 } } // nothing
        }) {
            super.invokeTest()
        }
    }

    func testCount() {
        XCTAssertEqual(Model().counter.count(), 0)
    }

    @MainActor
    func testAsync() async throws {
        let count = await Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
            $0.counter.wrap { var counter = $0; counter.count = { 3 }; return counter }
        }) {
            await Task.yield()
            return Model().counter.count()
        }
        XCTAssertEqual(count, 3)
    }
}
