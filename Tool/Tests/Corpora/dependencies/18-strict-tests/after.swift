// factory:migrate a test failed that used `date` without a value of its own: the trait `.container(.strict)` lets it fail now
import Foundation
import FactoryTesting
import Testing

// factory:migrate @DependencyClient gave each closure a default and a method with labels: write the closures where `Mail()` is made, and call them without labels
struct Mail: Sendable {
    var send: @Sendable (String) -> Void
}

extension Mail {
    static let liveValue = Mail(send: { print($0) })

    // factory:migrate remove this value: the trait `.container(.strict)` lets a test fail that needs one
    static let testValue = Self()
}

extension Container {
    // factory:migrate testValue let a test fail that used it: the trait `.container(.strict)` does so now
    var mail: Factory<Mail> {
        self { Mail.liveValue }.cached
    }
}

struct Outbox {
    @DynamicInjected(\.mail) var mail
    @DynamicInjected(\.date) var date
    func flush() { mail.send("\(date())") }
}

@Suite(.container(.strict) { $0.date.register { { Date(timeIntervalSince1970: 0) } } })
struct OutboxTests {
    @Test(.container(.strict) { $0.mail.register { Mail(send: { _ in }) } })
    func flushes() { Outbox().flush() }

    @Test(.container(.strict) { $0.date.register { { Date(timeIntervalSince1970: 1) } } })
    func waits() {}
}

extension Container {
    var date: Factory<@Sendable () -> Date> { self { { Date() } } }
}
