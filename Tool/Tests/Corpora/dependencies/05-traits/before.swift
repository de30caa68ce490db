import Dependencies
import DependenciesTestSupport
import Testing

struct Numbers: Sendable { var next: @Sendable () -> Int }

extension Numbers: DependencyKey {
    static let liveValue = Numbers { 1 }
    static let testValue = Numbers { 2 }
}

struct Names: Sendable { var first = "Ada" }
enum NamesKey: DependencyKey { static let liveValue = Names() }

extension DependencyValues {
    var numbers: Numbers {
        get { self[Numbers.self] }
        set { self[Numbers.self] = newValue }
    }
    var names: Names {
        get { self[NamesKey.self] }
        set { self[NamesKey.self] = newValue }
    }
}

struct Counter {
    @Dependency(\.numbers) var numbers
    @Dependency(\.names) var names
}

@Suite(.dependencies { $0.names = Names(first: "Grace") })
struct CounterTests {
    @Test(.dependencies {
        $0.numbers = Numbers { 7 }
        $0.names.first = "Barbara"
    })
    func seven() {
        #expect(Counter().numbers.next() == 7)
    }

    @Test("One value", .dependency(\.names, Names(first: "Edith")))
    func one() {
        #expect(Counter().names.first == "Edith")
    }

    @Test func operation() {
        withDependencies {
            $0.numbers = Numbers { 8 }
        } operation: {
            #expect(Counter().numbers.next() == 8)
        }
    }
}

@Suite(.dependencies) struct Isolated {}
