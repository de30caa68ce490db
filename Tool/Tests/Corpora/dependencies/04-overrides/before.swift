import Dependencies

struct Clock2: Sendable { var hour: @Sendable () -> Int = { 12 } ; var zone = "UTC" }
struct Log: Sendable { var write: @Sendable (String) -> Void }

private enum ClockKey: DependencyKey { static let liveValue = Clock2() }
private enum LogKey: DependencyKey { static let liveValue = Log { print($0) } }

extension DependencyValues {
    var clock: Clock2 {
        get { self[ClockKey.self] }
        set { self[ClockKey.self] = newValue }
    }
    var log: Log {
        get { self[LogKey.self] }
        set { self[LogKey.self] = newValue }
    }
}

struct Model {
    @Dependency(\.clock) var clock
    @Dependency(\.log) var log
    func run() async { log.write("\(clock.hour())") }
}

func night() async {
    let hour = withDependencies {
        $0.clock = Clock2(hour: { 0 })
    } operation: {
        Model().clock.hour()
    }
    print(hour)

    // Two values, one of them changed
    await withDependencies {
        $0.clock.hour = { 23 }
        $0.clock.zone = "CET"
        $0.log = Log { text in
            print("night:", text)
        }
    } operation: {
        await Model().run()
    }

    withDependencies { values in
        values.log = Log { _ in }
    } operation: {
        print(Model().clock.zone)
    }
}

func launch() {
    prepareDependencies {
        $0.clock = Clock2(hour: { 1 })
    }
}
