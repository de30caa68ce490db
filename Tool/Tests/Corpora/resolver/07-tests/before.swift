import Resolver
import XCTest

protocol Clock { var hour: Int { get } }
struct SystemClock: Clock { var hour = 12 }
struct FixedClock: Clock { let hour: Int }
struct Calendar { let clock: Clock }

extension Resolver {
    static func registerClocks() {
        register { SystemClock() as Clock }
        register { Calendar(clock: resolve()) }
    }
}

final class ClockTests: XCTestCase {
    override func setUp() {
        super.setUp()
        Resolver.register { FixedClock(hour: 7) as Clock }
        Resolver.main.register { FixedClock(hour: 8) }.implements(Clock.self)
    }

    override func tearDown() {
        Resolver.reset()
        super.tearDown()
    }

    func testHour() {
        let hour = 9
        Resolver.register { resolver in
            FixedClock(hour: hour) as Clock
        }.scope(.unique)
        let calendar: Calendar = Resolver.resolve()
        XCTAssertEqual(calendar.clock.hour, hour)
    }
}
