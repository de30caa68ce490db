import Swinject

protocol Store: AnyObject {}
final class DiskStore: Store {}
final class Session {}
final class Token {}
final class Temporary {}
final class Weak {}

extension ObjectScope {
    static let session = ObjectScope(
        storageFactory: PermanentStorage.init,
        description: "session")
    static let weakSession = ObjectScope(storageFactory: WeakStorage.init)
}

class StoreAssembly: Assembly {
    func assemble(container: Container) {
        container.register(Store.self) { _ in DiskStore() }
            .inObjectScope(.container)
        container.register(Session.self) { _ in Session() }.inObjectScope(.session)
        container.register(Token.self) { _ in Token() }.inObjectScope(ObjectScope.weakSession)
        container.register(Temporary.self) { _ in Temporary() }
            .inObjectScope(.transient) // each time
        container.register(Weak.self) { _ in Weak() }.inObjectScope(.weak)
        container.register(DiskStore.self) { _ in DiskStore() }
            .implements(AnyObject.self)
            .inObjectScope(.graph)
    }
}

func logout(_ container: Container) {
    container.resetObjectScope(.session)
    container.resetObjectScope(ObjectScope.container)
}
