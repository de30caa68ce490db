import Dependencies

struct Log: Sendable {
    var write: @Sendable (String) -> Void
}

enum LogKey: DependencyKey {
    #if DEBUG
        static let liveValue = Log { print($0) }
    #else
        static let liveValue = Log { _ in }
    #endif
}

extension Dependencies.DependencyValues {
    var log: Log {
        get { self[LogKey.self] }
        set { self[LogKey.self] = newValue }
    }
}

protocol NamedKey: DependencyKey {
    static var name: String { get }
}

func name<Key: TestDependencyKey>(of key: Key.Type) -> String { "\(key)" }

struct Model {
    @Dependency(
        \.log
    )
    var log

    func run() {
        withDependencies {
            $0
                .log
                // quiet
                .write = { _ in }
        } operation: {
            log.write("run")
        }
    }
}
