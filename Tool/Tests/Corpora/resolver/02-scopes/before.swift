import Resolver

extension ResolverScope {
    static let session = ResolverScopeCache()
    static var weakSession: ResolverScope = ResolverScopeShare()
}

protocol IDProviding {}
protocol ValueProviding {}
final class Both: IDProviding, ValueProviding {}
final class User {}
final class Cache {}
final class Counter {}

extension Resolver {
    static func registerScoped() {
        defaultScope = .unique
        register { Both() }
            .implements(IDProviding.self)
            .implements(ValueProviding.self)
            .scope(.graph)
        register { User() }.scope(.session)
        register { Cache() }.scope(.cached)
        register { Counter() }
        register { Cache() as AnyObject }.scope(.weakSession)
        register(Int.self) { 3 }
            .scope(.unique)
    }
}

func logout() {
    ResolverScope.session.reset()
    Resolver.cached.reset()
    ResolverScope.application.reset()
}
