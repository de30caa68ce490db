import Dependencies
import Foundation

struct Environment: Sendable { var url = "live" }
struct Database: Sendable {
    var url: String
    var opened: Date
}

private enum EnvironmentKey: DependencyKey { static let liveValue = Environment() }
private enum DatabaseKey: DependencyKey {
    static let liveValue = Database(url: "", opened: Date())
}

extension DependencyValues {
    var environment: Environment {
        get { self[EnvironmentKey.self] }
        set { self[EnvironmentKey.self] = newValue }
    }
    var database: Database {
        get { self[DatabaseKey.self] }
        set { self[DatabaseKey.self] = newValue }
    }
}

struct Model {
    @Dependency(\.database) var database
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid

    func age() -> TimeInterval { date.now.timeIntervalSince(database.opened) }
}

func open(_ environment: Environment, at date: Date) -> Database {
    Database(url: environment.url, opened: date)
}

func frozen() -> TimeInterval {
    withDependencies {
        $0.date = .constant(Date())
        $0.uuid = .constant(UUID())
    } operation: {
        Model().age()
    }
}

func now(_ start: Date) {
    withDependencies { values in
        values.environment = Environment(url: "test")
        values.date.now = start.addingTimeInterval(5)
        // Of what is set above.
        values.database = open(values.environment, at: values.date.now)
    } operation: {
        print(Model().age())
    }
}

func ticking() {
    withDependencies {
        $0.date = DateGenerator { Date(timeIntervalSince1970: 3) }
        $0.database.opened = Date(timeIntervalSinceNow: -60)
        $0.database.url = $0.environment.url + "/test"
    } operation: {
        print(Model().age())
    }
}

func model() -> Model {
    withDependencies {
        $0.date = .constant(.now)
        $0.database = open($0, "a")
    } operation: {
        Model()
    }
}

func open(_ values: DependencyValues, _ name: String) -> Database {
    Database(url: name, opened: values.date.now)
}
