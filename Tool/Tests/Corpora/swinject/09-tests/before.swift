import Swinject
import XCTest

protocol Clock { var hour: Int { get } }
struct SystemClock: Clock { var hour = 12 }
struct FixedClock: Clock { let hour: Int }
struct Calendar { let clock: Clock }

class ClockAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Clock.self) { _ in SystemClock() }
        container.register(Calendar.self) { r in Calendar(clock: r.resolve(Clock.self)!) }
    }
}

final class ClockTests: XCTestCase {
    var container: Container!

    override func setUp() {
        super.setUp()
        container = Container()
        _ = Assembler([ClockAssembly()], container: container)
        container.register(Clock.self) { _ in FixedClock(hour: 7) }
    }

    override func tearDown() {
        container = nil
        super.tearDown()
    }

    func testHour() {
        let calendar = container.resolve(Calendar.self)!
        XCTAssertEqual(calendar.clock.hour, 7)
    }

    func testOther() {
        let hour = 9
        let container = Container()
        container.register(Clock.self) { _ in FixedClock(hour: hour) }
        container.register(Calendar.self) { r in
            Calendar(clock: r.resolve(Clock.self)!)
        }
        XCTAssertEqual(container.resolve(Calendar.self)!.clock.hour, hour)
    }
}
