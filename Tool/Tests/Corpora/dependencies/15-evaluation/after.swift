import FactoryKit
import Foundation

struct Environment: Sendable { var url = "live" }
struct Database: Sendable {
    var url: String
    var opened: Date
}


extension Container {
    var environment: Factory<Environment> { self { Environment() }.cached }
    var database: Factory<Database> { self { Database(url: "", opened: Date()) }.cached }
}

struct Model {
    @DynamicInjected(\.database) var database
    @DynamicInjected(\.date) var date
    @DynamicInjected(\.uuid) var uuid

    func age() -> TimeInterval { date().timeIntervalSince(database.opened) }
}

func open(_ environment: Environment, at date: Date) -> Database {
    Database(url: environment.url, opened: date)
}

func frozen() -> TimeInterval {
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.date.register { [date = Date()] in { date } }
        $0.uuid.register { [uuid = UUID()] in { uuid } }
    }) {
        Model().age()
    }
}

func now(_ start: Date) {
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with { values in
        values.environment.register { Environment(url: "test") }
        values.date.register { [date = start.addingTimeInterval(5)] in { date } }
        // Of what is set above.
        values.database.register { [database = open(values.environment(), at: values.date()())] in database }
    }) {
        print(Model().age())
    }
}

func ticking() {
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.date.register { { Date(timeIntervalSince1970: 3) } }
        $0.database.wrap { [opened = Date(timeIntervalSinceNow: -60)] in var database = $0; database.opened = opened; return database }
        $0.database.wrap { [url = $0.environment().url + "/test"] in var database = $0; database.url = url; return database }
    }) {
        print(Model().age())
    }
}

func model() -> Model {
    // factory:migrate `Model` resolves its dependencies when it reads them, from the container of that moment: use it within the operation
    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.date.register { [date = Date.now] in { date } }
        // factory:migrate this gets a container: write `$0.database.register { … }`
        $0.database = open($0, "a")
    }) {
        Model()
    }
}

// factory:migrate `DependencyValues` is `Container` now: read `Container.shared.…()`
func open(_ values: DependencyValues, _ name: String) -> Database {
    Database(url: name, opened: values.date.now)
}

extension Container {
    var date: Factory<@Sendable () -> Date> { self { { Date() } } }
    var uuid: Factory<@Sendable () -> UUID> { self { { UUID() } } }
}
