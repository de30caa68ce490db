import Dependencies
import DependenciesMacros
import DependenciesTestSupport
import Testing

@DependencyClient
struct Mail: Sendable {
    var send: @Sendable (String) -> Void
}

extension Mail: DependencyKey {
    static let liveValue = Mail(send: { print($0) })

    static let testValue = Self()
}

extension DependencyValues {
    var mail: Mail {
        get { self[Mail.self] }
        set { self[Mail.self] = newValue }
    }
}

struct Outbox {
    @Dependency(\.mail) var mail
    @Dependency(\.date) var date
    func flush() { mail.send("\(date.now)") }
}

@Suite(.dependency(\.date, .constant(Date(timeIntervalSince1970: 0))))
struct OutboxTests {
    @Test(.dependencies { $0.mail = Mail(send: { _ in }) })
    func flushes() { Outbox().flush() }

    @Test(.dependency(\.date.now, Date(timeIntervalSince1970: 1)))
    func waits() {}
}
