import FactoryKit

protocol Sessioning: AnyObject { var cache: Cache? { get set } }
final class Session: Sessioning { var cache: Cache? }
final class Cache {}
final class Draft {}

extension Container {
    var cache: Factory<Cache> { self { Cache() }.scope(.session) }
    var sessioning: Factory<Sessioning?> {
        self {
            let session: Sessioning? = Session()
            session?.cache = self.cache()
            return session
        }.scope(.session)
    }
    var draft: Factory<Draft> { self { Draft() }.scope(.document) }
}

extension Scope {
    /// Kept until the user logs out.
    static let session = Cached()
    // Kept until the document is closed.
    static let document = Cached()
}

func logOut() {
    Container.shared.manager.reset(scope: .session)
    let session = Container.shared.sessioning()
    print(session as Any)
}

func clear() {
    let session: Sessioning = Container.shared.sessioning()!
    session.cache = nil
    Container.shared.sessioning()!.cache = nil
}
