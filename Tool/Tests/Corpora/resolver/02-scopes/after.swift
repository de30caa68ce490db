import FactoryKit

extension Scope {
    static let session = Cached()
    static let weakSession = Shared()
}

protocol IDProviding {}
protocol ValueProviding {}
final class Both: IDProviding, ValueProviding {}
final class User {}
final class Cache {}
final class Counter {}

extension Container {
    var both: Factory<Both> { self { Both() }.graph }
    var idProviding: Factory<IDProviding> { self { self.both() } }
    var valueProviding: Factory<ValueProviding> { self { self.both() } }
    var user: Factory<User> { self { User() }.scope(.session) }
    var cache: Factory<Cache> { self { Cache() }.cached }
    var counter: Factory<Counter> { self { Counter() } }
    var anyObject: Factory<AnyObject> { self { Cache() }.scope(.weakSession) }
    var int: Factory<Int> { self { 3 } }
}

func logout() {
    Container.shared.manager.reset(scope: .session)
    Container.shared.manager.reset(scope: .cached)
    Scope.singleton.reset()
}
