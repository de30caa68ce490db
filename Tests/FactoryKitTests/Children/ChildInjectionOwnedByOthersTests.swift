// Factory, MIT licence; see LICENSE
//
// What a child asks for, and its parent or the process keeps, is built by that owner: it injects nothing of the child.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class User: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

/// Injects when it is first used, and keeps the container.
private final class Service: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.user) var user: User
  @DynamicInjected(\.user) var current: User
  @InjectedContainer var container: Container
  let helper: Helper = dependency(\.helper)
}

private final class Helper: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.user) var user: User
  @InjectedContainer var container: Container
}

extension Scope {
  fileprivate static let session = Cached()
}

extension Container {
  fileprivate var user: Factory<User> { self { User("root") } }
  fileprivate var service: Factory<Service> { self { Service() } }
  fileprivate var cached: Factory<Service> { self { Service() }.cached }
  fileprivate var singleton: Factory<Service> { self { Service() }.singleton }
  fileprivate var ofSession: Factory<Service> { self { Service() }.scope(.session) }
  fileprivate var helper: Factory<Helper> { self { Helper() } }
  fileprivate var asyncSingleton: AsyncFactory<Service, Never> {
    self { () async in
      await Task.yield()
      return Service()
    }.singleton
  }
  fileprivate var asyncCached: AsyncFactory<Service, Never> {
    self { () async in
      await Task.yield()
      return Service()
    }.cached
  }
}

private func child(sharing scopes: Scope? = nil) -> Container {
  let child = scopes.map { Container(parent: .shared, sharing: $0) } ?? Container(parent: .shared)
  child.user.register { User("child") }
  return child
}

@Suite("Injection in a child, of instances that others keep", .container)
struct ChildInjectionOwnedByOthersTests {
  @Test("The factory of a singleton's wrapper is a call like any other: it acts as the child")
  func factoryInConstruction() {
    let service = Container.shared.singleton()
    let child = child()
    let names = LockedArray<String>()
    child.service.register {
      names.append(service.$user.factory().name)
      return Service()
    }
    _ = child.service()
    #expect(names.elements == ["child"])
    #expect(service.$user.factory().name == "root")
  }
}
