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
    var container: Container!

    override func setUp() {
        super.setUp()
        container = Container()
        container.clock.register { FixedClock(hour: 7) }
    }

    override func tearDown() {
        container = nil
        super.tearDown()
    }

    func testHour() {
        let calendar = container.calendar()
        XCTAssertEqual(calendar.clock.hour, 7)
    }

    func testOther() {
        let hour = 9
        let container = Container()
        container.clock.register { FixedClock(hour: hour) }
        container.calendar.register { [unowned container] in
            Calendar(clock: container.clock())
        }
        XCTAssertEqual(container.calendar().clock.hour, hour)
    }
}
