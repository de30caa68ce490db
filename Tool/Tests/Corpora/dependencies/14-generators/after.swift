import Foundation
import FactoryKit

struct Item {
    @DynamicInjected(\.uuid) var uuid
    @DynamicInjected(\.date) var date: @Sendable () -> Date

    func id() -> String { uuid().uuidString + "\(date())" }
}

struct Clocked {
    let date: @Sendable () -> Date

    // factory:migrate this is a function now: `@Sendable () -> Date`
    init(date: @escaping (DateGenerator) -> Void, other: DateGenerator) {
        self.date = other
        date(other)
    }
}

func numbered() {
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        // factory:migrate register a function: `$0.uuid.register { { … } }`
        $0.uuid = .incrementing
    }) {
        print(Item().id())
    }
}

extension Container {
    var uuid: Factory<@Sendable () -> UUID> { self { { UUID() } } }
    var date: Factory<@Sendable () -> Date> { self { { Date() } } }
}
