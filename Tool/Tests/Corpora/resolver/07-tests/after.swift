import FactoryKit
import XCTest

protocol Clock { var hour: Int { get } }
struct SystemClock: Clock { var hour = 12 }
struct FixedClock: Clock { let hour: Int }
struct Calendar { let clock: Clock }

extension Container {
    var clock: Factory<Clock> { self { SystemClock() }.graph }
    var calendar: Factory<Calendar> { self { Calendar(clock: self.clock()) }.graph }
}

final class ClockTests: XCTestCase {
    override func setUp() {
        super.setUp()
        Container.shared.clock.register { FixedClock(hour: 7) }
        Container.shared.clock.register { FixedClock(hour: 8) }
    }

    override func tearDown() {
        Container.shared.reset()
        super.tearDown()
    }

    func testHour() {
        let hour = 9
        Container.shared.clock.register {
            FixedClock(hour: hour)
        }
        let calendar: Calendar = Container.shared.calendar()
        XCTAssertEqual(calendar.clock.hour, hour)
    }
}
