import Dependencies
import Foundation

struct Item {
    let id: UUID
    let date: Date
}

struct ItemModel {
    @Dependency(\.uuid) var uuid
    @Dependency(\.date) private var date
    @Dependency(\.calendar) var calendar
    @Dependency(\.continuousClock) var clock
    @Dependency(\.timeZone) var timeZone

    func add() -> Item {
        Item(id: uuid(), date: date.now)
    }

    func again() -> Item { Item(id: self.uuid(), date: self.date()) }

    func wait() async throws {
        try await clock.sleep(for: .seconds(1))
    }
}

func fixed() -> Item {
    withDependencies {
        $0.date = .constant(Date(timeIntervalSince1970: 0))
        $0.calendar = Calendar(identifier: .gregorian)
    } operation: {
        ItemModel().add()
    }
}

func now() -> Item {
    withDependencies {
        $0.date.now = Date(timeIntervalSince1970: 1)
        $0.uuid = { UUID() }
    } operation: {
        ItemModel().add()
    }
}
