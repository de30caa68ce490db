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
    // factory:migrate without a testValue, a test failed that used it: the trait `.container(.strict)` lets it fail now
    var names: Factory<Names> { self { Names() }.cached }
}

struct Counter {
    @DynamicInjected(\.numbers) var numbers
    @DynamicInjected(\.names) var names
}

@Suite(.container(.strict, allowing: \.names) { $0.names.register { Names(first: "Grace") } })
struct CounterTests {
    @Test(.container(.strict, allowing: \.names) {
        $0.numbers.reset(.context).register { Numbers { 7 } }
        $0.names.wrap { var names = $0; names.first = "Barbara"; return names }
    })
    func seven() {
        #expect(Counter().numbers.next() == 7)
    }

    @Test("One value", .container(.strict, allowing: \.names) { $0.names.register { Names(first: "Edith") } })
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

@Suite(.container(.strict, allowing: \.names)) struct Isolated {}
