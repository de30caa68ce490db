import FactoryTesting
import Testing

struct Numbers: Sendable { var next: @Sendable () -> Int }

extension Numbers {
    static let liveValue = Numbers { 1 }
    static let testValue = Numbers { 2 }
}

struct Names: Sendable { var first = "Ada" }

extension Container {
    var numbers: Factory<Numbers> {
        self { Numbers.liveValue }.cached
            .onTest { Numbers.testValue }
            .once()
    }
    var names: Factory<Names> { self { Names() }.cached }
}

struct Counter {
    @Injected(\.numbers) var numbers
    @Injected(\.names) var names
}

@Suite(.container { $0.names.register { Names(first: "Grace") } })
struct CounterTests {
    @Test(.container {
        $0.numbers.reset(.context).register { Numbers { 7 } }
        $0.names.wrap { var names = $0; names.first = "Barbara"; return names }
    })
    func seven() {
        #expect(Counter().numbers.next() == 7)
    }

    @Test("One value", .container { $0.names.register { Names(first: "Edith") } })
    func one() {
        #expect(Counter().names.first == "Edith")
    }

    @Test func operation() {
        Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
            $0.numbers.reset(.context).register { Numbers { 8 } }
        }) {
            #expect(Counter().numbers.next() == 8)
        }
    }
}

@Suite(.container) struct Isolated {}
