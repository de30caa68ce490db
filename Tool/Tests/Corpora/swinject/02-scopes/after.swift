import FactoryKit

protocol Store: AnyObject {}
final class DiskStore: Store {}
final class Session {}
final class Token {}
final class Temporary {}
final class Weak {}

extension Scope {
    static let session = Cached()
    static let weakSession = Shared()
}

extension Container {
    var store: Factory<Store> { self { DiskStore() }.cached }
    var session: Factory<Session> { self { Session() }.scope(.session) }
    var token: Factory<Token> { self { Token() }.scope(.weakSession) }
    var temporary: Factory<Temporary> { self { Temporary() } } // each time
    var weak: Factory<Weak> { self { Weak() }.shared }
    var diskStore: Factory<DiskStore> { self { DiskStore() }.graph }
    var anyObject: Factory<AnyObject> { self { self.diskStore() } }
}

func logout(_ container: Container) {
    container.manager.reset(scope: .session)
    container.manager.reset(scope: .cached)
}
