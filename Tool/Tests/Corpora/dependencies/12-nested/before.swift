import Dependencies

// MARK: - Clients

enum Clients {
    struct User: Sendable { var name: @Sendable () -> String }
}

struct Session: Sendable {
    var user: @Sendable () -> String
}

extension Clients.User: DependencyKey {
    static let liveValue = Clients.User { "Ada" }
}

extension Session: DependencyKey {
    // Uses another dependency
    static let liveValue: Session = {
        @Dependency(\.user) var user
        return Session(user: { user.name() })
    }()

    static func make() -> Session { Session { "none" } }
}

extension DependencyValues {
    var user: Clients.User {
        get { self[Clients.User.self] }
        set { self[Clients.User.self] = newValue }
    }
    #if DEBUG
    var session: Session {
        get { self[Session.self] }
        set { self[Session.self] = newValue }
    }
    #endif
}

actor Worker {
    @Dependency(\.user) var user
    func name() -> String { user.name() }
}
