import FactoryKit

// MARK: - Clients

enum Clients {
    struct User: Sendable { var name: @Sendable () -> String }
}

struct Session: Sendable {
    var user: @Sendable () -> String
}

extension Clients.User {
    static let liveValue = Clients.User { "Ada" }
}

extension Session {
    // Uses another dependency
    static let liveValue: Session = {
        @DynamicInjected(\.user) var user
        return Session(user: { user.name() })
    }()

    static func make() -> Session { Session { "none" } }
}

extension Container {
    var user: Factory<Clients.User> { self { Clients.User.liveValue }.cached }
    #if DEBUG
    var session: Factory<Session> { self { Session.liveValue }.cached }
    #endif
}

actor Worker {
    @DynamicInjected(\.user) var user
    func name() -> String { user.name() }
}
