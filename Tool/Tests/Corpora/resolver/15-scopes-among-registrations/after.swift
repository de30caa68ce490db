import FactoryKit

protocol Sessioning: AnyObject { var cache: Cache? { get set } }
final class Session: Sessioning { var cache: Cache? }
final class Cache {}
final class Draft {}

extension Container: @retroactive AutoRegistering {
    var cache: Factory<Cache> { self { Cache() }.scope(.session) }
    var draft: Factory<Draft> { self { Draft() }.scope(.document) }

    public func autoRegister() {
        // factory:migrate `resolveProperties` has no counterpart: remove this, and declare `var sessioning: Factory<Sessioning?> { self { let x = …; …; return x }.scope(.session) }`; if two need each other, use `@WeakLazyInjected` in one of them
        register { Session() as Sessioning? }
            .resolveProperties { resolver, session in
                session?.cache = resolver.resolve(Cache.self)
            }
            .scope(session)
    }
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

extension Container {
    // factory:migrate no registration of Sessioning could be moved here: write its closure
    var sessioning: Factory<Sessioning?> { self { nil } }
}
