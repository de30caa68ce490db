import FactoryKit
import Foundation

struct Item {
    let id: UUID
    let date: Date
}

struct ItemModel {
    @DynamicInjected(\.uuid) var uuid
    @DynamicInjected(\.date) private var date
    @DynamicInjected(\.calendar) var calendar
    @DynamicInjected(\.continuousClock) var clock
    @DynamicInjected(\.timeZone) var timeZone

    func add() -> Item {
        Item(id: uuid(), date: date())
    }

    func again() -> Item { Item(id: self.uuid(), date: self.date()) }

    func wait() async throws {
        try await clock.sleep(for: .seconds(1))
    }
}

func fixed() -> Item {
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.date.register { { Date(timeIntervalSince1970: 0) } }
        $0.calendar.register { Calendar(identifier: .gregorian) }
    }) {
        ItemModel().add()
    }
}

func now() -> Item {
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.date.register { { Date(timeIntervalSince1970: 1) } }
        $0.uuid.register { { UUID() } }
    }) {
        ItemModel().add()
    }
}

extension Container {
    var uuid: Factory<@Sendable () -> UUID> { self { { UUID() } } }
    var date: Factory<@Sendable () -> Date> { self { { Date() } } }
    var calendar: Factory<Calendar> { self { Calendar.autoupdatingCurrent }.cached }
    var continuousClock: Factory<any Clock<Duration>> { self { ContinuousClock() }.cached }
    var timeZone: Factory<TimeZone> { self { TimeZone.autoupdatingCurrent }.cached }
}
