import FactoryKit

struct Log: Sendable {
    var write: @Sendable (String) -> Void
}

enum LogKey {
    #if DEBUG
        static let liveValue = Log { print($0) }
    #else
        static let liveValue = Log { _ in }
    #endif
}

extension Container {
    var log: Factory<Log> { self { LogKey.liveValue }.cached }
}

// factory:migrate `DependencyKey` has no counterpart: a factory has no key, it is a property
protocol NamedKey: DependencyKey {
    static var name: String { get }
}

// factory:migrate `TestDependencyKey` has no counterpart: a factory has no key, it is a property
func name<Key: TestDependencyKey>(of key: Key.Type) -> String { "\(key)" }

struct Model {
    @DynamicInjected(
        \.log
    )
    var log

    func run() {
        Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with {
            $0.log.wrap { var log = $0; log.write = { _ in }; return log }
        }) {
            log.write("run")
        }
    }
}
