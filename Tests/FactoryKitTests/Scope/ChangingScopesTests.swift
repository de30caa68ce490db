// Factory, MIT licence; see LICENSE
//
// What happens to a cached instance when another scope is set for its factory.
import FactoryTesting
import Testing

private final class Service {}

private final class ScopesContainer: ManagedContainer {
  let manager = ContainerManager()

  var service: Factory<Service> { self { Service() } }
}

private struct Kept {
  weak var instance: Service?
}

/// Two ways of writing each change.
private let changes: [(name: String, change: @Sendable (Factory<Service>) -> Factory<Service>)] = [
  (".shared", { $0.shared }),
  (".scope(.shared)", { $0.scope(.shared) }),
  (".unique", { $0.unique }),
  (".scope(.unique)", { $0.scope(.unique) }),
  (".graph", { $0.graph }),
  (".scope(Cached())", { $0.scope(Scope.Cached()) }),
]

@Suite(.container) struct ChangingScopesTests {
  @Test("Another scope evicts the instance at once", arguments: changes.indices)
  func atOnce(index: Int) {
    let container = ScopesContainer()
    let kept = Kept(instance: container.service.cached())
    _ = changes[index].change(container.service)
    #expect(kept.instance == nil, "\(changes[index].name)")
  }

  @Test("The short form of a scope and `scope(_:)` are the same scope")
  func sameScope() {
    let container = ScopesContainer()
    let cached = container.service.cached()
    #expect(container.service.scope(.cached)() === cached)
    #expect(container.service.cached() === cached)
  }

  @Test("An evicted instance is not resolved any more")
  func notFound() {
    let container = ScopesContainer()
    let old = container.service.cached()
    _ = container.service.shared
    #expect(container.service() !== old)
  }

  @Test("A factory that returns to a scope has a new instance there")
  func comingBack() {
    let container = ScopesContainer()
    let old = container.service.cached()
    _ = container.service.shared
    let new = container.service.cached()
    #expect(new !== old)
    #expect(container.service() === new)
  }

  @Test("Another scope evicts the singleton at once")
  func singleton() {
    let container = ScopesContainer()
    let kept = Kept(instance: container.service.singleton())
    _ = container.service.cached
    #expect(kept.instance == nil)
    let new = container.service.singleton()
    #expect(ScopesContainer().service.singleton() === new)
  }

  @Test("Another default scope evicts the instances of the previous one")
  func defaultScope() {
    let container = ScopesContainer()
    container.manager.defaultScope = .cached
    let kept = Kept(instance: container.service())
    #expect(kept.instance != nil)
    container.manager.defaultScope = .shared
    #expect(kept.instance == nil)
  }

  @Test("The default scope does not affect factories with a scope of their own")
  func ownScope() {
    let container = ScopesContainer()
    let kept = container.service.cached()
    container.manager.defaultScope = .shared
    container.manager.defaultScope = nil
    #expect(container.service() === kept)
  }

  @Test("The `deinit` of an evicted instance may release the container")
  func releasingTheContainer() {
    let owner = Owner()
    owner.container = OwnedContainer(owner)
    _ = owner.container!.dropping.cached()
    _ = owner.container!.dropping.shared
    #expect(owner.container == nil)
  }
}

// Sendable: used by one test only, on one thread.
private final class Owner: @unchecked Sendable {
  var container: OwnedContainer?
}

/// Releases the container in its `deinit`.
private final class ContainerReleaser {
  let owner: Owner
  init(_ owner: Owner) { self.owner = owner }
  deinit { owner.container = nil }
}

private final class OwnedContainer: ManagedContainer {
  let manager = ContainerManager()
  unowned let owner: Owner
  init(_ owner: Owner) { self.owner = owner }

  var dropping: Factory<ContainerReleaser> { self { ContainerReleaser(self.owner) } }
}
