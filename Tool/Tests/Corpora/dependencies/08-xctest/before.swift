#if canImport(Dependencies)
import Dependencies
#endif
import XCTest

struct Counter: Sendable { var count: @Sendable () -> Int }
extension Counter: DependencyKey {
    static let liveValue = Counter { 1 }
}

extension DependencyValues {
    var counter: Counter {
        get { self[Counter.self] }
        set { self[Counter.self] = newValue }
    }
}

final class Model {
    @Dependency(\.counter) var counter
}

final class ModelTests: XCTestCase {
    override func invokeTest() {
        withDependencies {
            $0.counter = Counter { 0 } // nothing
        } operation: {
            super.invokeTest()
        }
    }

    func testCount() {
        XCTAssertEqual(Model().counter.count(), 0)
    }

    @MainActor
    func testAsync() async throws {
        let count = await withDependencies {
            $0.counter.count = { 3 }
        } operation: {
            await Task.yield()
            return Model().counter.count()
        }
        XCTAssertEqual(count, 3)
    }
}
