import FactoryKit

struct Clock2: Sendable { var hour: @Sendable () -> Int = { 12 } ; var zone = "UTC" }
struct Log: Sendable { var write: @Sendable (String) -> Void }


extension Container {
    var clock: Factory<Clock2> { self { Clock2() }.cached }
    var log: Factory<Log> { self { Log { print($0) } }.cached }
}

struct Model {
    @DynamicInjected(\.clock) var clock
    @DynamicInjected(\.log) var log
    func run() async { log.write("\(clock.hour())") }
}

func night() async {
    let hour = Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.clock.register { Clock2(hour: { 0 }) }
    }) {
        Model().clock.hour()
    }
    print(hour)

    // Two values, one of them changed
    await Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
        $0.clock.wrap { var clock = $0; clock.hour = { 23 }; return clock }
        $0.clock.wrap { var clock = $0; clock.zone = "CET"; return clock }
        $0.log.register { Log { text in
            print("night:", text)
        } }
    }) {
        await Model().run()
    }

    Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with { values in
        values.log.register { Log { _ in } }
    }) {
        print(Model().clock.zone)
    }
}

func launch() {
    Container.shared.with {
        $0.clock.register { Clock2(hour: { 1 }) }
    }
}
