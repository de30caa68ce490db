// Factory, MIT licence; see LICENSE
//
// What the process or a parent keeps has nothing of one request: neither through what its wrappers build later, nor through
// parts that another container builds, nor because it was built before the first child.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class User: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

/// Injects the user when it is built.
private final class Service: @unchecked Sendable {
  // Sendable: the property is never assigned.
  @Injected(\.user) var user: User
}

private final class Kept: @unchecked Sendable {
  // Sendable: the tests use it on one thread.
  @LazyInjected(\.settings) var lazySettings: User
  @LazyInjected(\.service) var service: Service
  @Injected(\.settings) var settings: User
  @Injected(\.users) var users: [User]
}

private final class Part: @unchecked Sendable {
  // Sendable: the properties are never assigned.
  @InjectedContainer var container: Container
}

private final class Warehouse: SharedContainer {
  @TaskLocal static var shared = Warehouse()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: Warehouse) { manager = ContainerManager(childOf: parent) }

  var part: Factory<Part> { self { Part() } }
  var kept: Factory<KeptOfWarehouse> { self { KeptOfWarehouse() }.singleton }
}

private final class KeptOfWarehouse: @unchecked Sendable {
  // Sendable: the property is never assigned.
  @InjectedContainer(Warehouse.self) var depot: Warehouse
}

extension Scope {
  fileprivate static let session = Cached()
}

extension Container {
  fileprivate var user: Factory<User> { self { User("root") } }
  fileprivate var settings: Factory<User> { self { User("settings of root") } }
  fileprivate var users: FactoryGroup<User> { group().add(\.settings) }
  fileprivate var service: Factory<Service> { self { Service() } }
  fileprivate var kept: Factory<Kept> { self { Kept() }.singleton }
  fileprivate var asyncPart: AsyncFactory<Kept, Never> { self { () async in Kept() } }
  fileprivate var asyncKept: AsyncFactory<Kept, Never> {
    self { () async in await self.asyncPart() }.singleton
  }
}

private func child(_ name: String) -> Container {
  let child = Container(parent: .shared)
  child.user.register { User(name) }
  child.settings.register { User("settings of \(name)") }
  return child
}

@Suite("What is kept beyond a request, and what its wrappers build", .container)
struct ChildInjectionKeptTests {
  @Test("resolve() of a singleton's injected group does not give one request's members to others")
  func group() {
    _ = child("first")
    let kept = Container.shared.kept()
    child("first").run { _ = kept.$users.resolve() }
    #expect(kept.users.map(\.name) == ["settings of root"])
  }

  @Test("A singleton gets the outermost container, although the one between was released")
  func releasedBetween() {
    let request = Warehouse(parent: Warehouse(parent: .shared))
    let kept = request.run(Warehouse.$shared) { request.kept() }
    #expect(kept.depot === Warehouse.shared)
  }
}

#if canImport(Glibc) || canImport(Darwin)
  @Suite("What is kept by the process, from before the first child")
  struct KeptBeforeChildrenTests {
    @Test("resolve() of a wrapper of a singleton does not give one request's instance to others")
    func resolve() async {
      await #expect(processExitsWith: .success) {
        let kept = Container.shared.kept()
        child("first").run { _ = kept.$settings.resolve() }
        if kept.settings.name != "settings of root" { fatalError(kept.settings.name) }
      }
    }

    @Test("A lazy wrapper of an asynchronous singleton's asynchronous part belongs to no request")
    func asyncPart() async {
      await #expect(processExitsWith: .success) {
        let kept = await Container.shared.asyncKept()
        child("first").run { _ = kept.lazySettings }
        if kept.lazySettings.name != "settings of root" { fatalError(kept.lazySettings.name) }
      }
    }
  }
#endif
