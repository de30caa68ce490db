// Factory, MIT licence; see LICENSE
//
// What becomes of a kept instance when its factory is given another scope.
import FactoryTesting
import Testing

private final class Service {}

private final class ScopesContainer: ManagedContainer {
  let manager = ContainerManager()

  var service: Factory<Service> { self { Service() } }
  var other: Factory<Int> { self { 1 } }
}

private struct Kept {
  weak var instance: Service?
}

/// Keeps an instance in one scope, and gives the factory another.
private func leave(
  _ container: ScopesContainer, _ modify: (Factory<Service>) -> Factory<Service>
) -> Kept {
  let kept = Kept(instance: container.service.cached())
  _ = modify(container.service)
  return kept
}

/// The ways to use a container after a factory has left a scope.
private let uses: [(name: String, use: @Sendable (ScopesContainer) -> Void)] = [
  ("resolution of the factory", { _ = $0.service() }),
  ("resolution of another factory", { _ = $0.other() }),
  ("registration", { $0.other.register { 2 } }),
  ("reset of another factory", { $0.other.reset() }),
  ("reset of the container's contexts", { $0.manager.reset(options: .context) }),
  ("scope for another factory", { $0.other.scope(.cached) }),
  ("modifier of another factory", { $0.other.timeToLive(1) }),
  ("snapshot", { $0.manager.push() }),
]

@Suite(.container) struct LeavingScopesTests {
  @Test("An instance is let go of by the next use of the container", arguments: uses.indices)
  func byTheNextUse(index: Int) {
    let container = ScopesContainer()
    let kept = leave(container) { $0.shared }
    uses[index].use(container)
    #expect(kept.instance == nil, "\(uses[index].name)")
  }

  @Test("`scope(_:)` lets go of it at once")
  func atOnce() {
    let container = ScopesContainer()
    #expect(leave(container) { $0.scope(.shared) }.instance == nil)
  }

  @Test("It goes with its container, if that is not used again")
  func withTheContainer() {
    var container: ScopesContainer? = ScopesContainer()
    let kept = leave(container!) { $0.shared }
    container = nil
    #expect(kept.instance == nil)
  }

  @Test("Until then it is not resolved any more")
  func notFound() {
    let container = ScopesContainer()
    let old = container.service.cached()
    _ = container.service.shared
    #expect(container.service() !== old)
  }

  @Test("A factory that comes back to a scope has a new instance there")
  func comingBack() {
    let container = ScopesContainer()
    let old = container.service.cached()
    _ = container.service.shared
    let new = container.service.cached()
    #expect(new !== old)
    #expect(container.service() === new)
  }

  @Test("A singleton that is left is made anew when the factory comes back")
  func singleton() {
    let container = ScopesContainer()
    let old = container.service.singleton()
    _ = container.service.cached
    let new = container.service.singleton()
    #expect(new !== old)
    #expect(ScopesContainer().service.singleton() === new)
  }

  @Test("A singleton that is left goes with the container, if that is not used again")
  func singletonWithTheContainer() {
    var container: ScopesContainer? = ScopesContainer()
    let kept = Kept(instance: container!.service.singleton())
    _ = container!.service.cached
    #expect(kept.instance != nil)
    container = nil
    #expect(kept.instance == nil)
  }

  @Test("An instance whose `deinit` lets go of the container may be dropped by any use of it")
  func lettingGoOfTheContainer() {
    let owner = Owner()
    owner.container = OwnedContainer(owner)
    _ = owner.container!.dropping.cached()
    _ = owner.container!.dropping.shared
    #expect(owner.container != nil)
    #expect(owner.container!.other() == 1)
    #expect(owner.container == nil)
  }
}

// Sendable: used by one test only, on one thread.
private final class Owner: @unchecked Sendable {
  var container: OwnedContainer?
}

/// Takes the container away when it goes.
private final class Dropping {
  let owner: Owner
  init(_ owner: Owner) { self.owner = owner }
  deinit { owner.container = nil }
}

private final class OwnedContainer: ManagedContainer {
  let manager = ContainerManager()
  unowned let owner: Owner
  init(_ owner: Owner) { self.owner = owner }

  var dropping: Factory<Dropping> { self { Dropping(self.owner) } }
  var other: Factory<Int> { self { 1 } }
}
