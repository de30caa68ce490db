import Resolver

protocol Sessioning: AnyObject { var cache: Cache? { get set } }
final class Session: Sessioning { var cache: Cache? }
final class Cache {}
final class Draft {}

extension Resolver: ResolverRegistering {
    /// Kept until the user logs out.
    static let session = ResolverScopeCache()

    public static func registerAllServices() {
        register { Cache() }.scope(Resolver.session)
        register { Session() as Sessioning? }
            .resolveProperties { resolver, session in
                session?.cache = resolver.resolve(Cache.self)
            }
            .scope(session)
        register { Draft() }.scope(Self.document)
    }

    // Kept until the document is closed.
    static let document = ResolverScopeCache()
}

func logOut() {
    Resolver.session.reset()
    let session = Resolver.optional(Sessioning.self)
    print(session as Any)
}

func clear() {
    let session: Sessioning = Resolver.resolve()
    session.cache = nil
    Resolver.resolve(Sessioning.self).cache = nil
}
