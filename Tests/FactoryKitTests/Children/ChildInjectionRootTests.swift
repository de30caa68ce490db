// Factory, MIT licence; see LICENSE
//
// What the wrappers of a singleton resolve belongs to the process, and what a request does meanwhile belongs to the
// request; also if the first child of the process is created meanwhile.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Part: @unchecked Sendable {
  // Sendable: the properties are never assigned.
  @Injected(\.origin) var origin: Origin
  @Injected(\.other) var other: Origin
}

private final class Kept: @unchecked Sendable {
  // Sendable: the tests use it on one thread at a time.
  @Injected(\.origin) var injected: Origin
  @LazyInjected(\.part) var part: Part
  @LazyInjected(\.parts) var parts: [Part]
  @WeakLazyInjected(\.graphPart) var weakPart: Part?
}

extension Container {
  fileprivate var other: Factory<Origin> { self { dependency(\.origin) } }
  fileprivate var part: Factory<Part> { self { Part() } }
  fileprivate var graphPart: Factory<Part> { self { Part() }.graph }
  fileprivate var parts: FactoryGroup<Part> { group().add { Part() } }
  fileprivate var kept: Factory<Kept> { self { Kept() }.singleton }
}

@Suite("What the wrappers of a singleton resolve in a request", .container)
struct ChildInjectionRootTests {
  private let kept = Container.shared.kept()
  private let first = Container.child("first")
  private let second = Container.child("second")

  @Test(
    "resolve() of a singleton's wrapper stores nothing of the request, also in its construction",
    arguments: [false, true])
  func resolve(inConstruction: Bool) async {
    await first.run { [first, kept] () async -> Void in
      let resolve = { @Sendable in
        _ = kept.$injected.resolve()
        kept.$part.resolve()
        kept.$parts.resolve()
      }
      guard inConstruction else { return resolve() }
      await AsyncFactory<Void, Never>(first, key: "build") { () async in
        await Task.yield()
        resolve()
      }()
    }
    second.run {
      #expect(kept.injected.name == "root")
      #expect(kept.part.origin.name == "root")
      #expect(kept.part.other.name == "root")
      #expect(kept.parts.map(\.origin.name) == ["root"])
    }
  }

  @Test("resolve() of a singleton's weak lazy wrapper resolves nothing of the request")
  func resolveWeakly() throws {
    let part = try #require(first.run { kept.$weakPart.resolve() })
    #expect(part.origin.name == "root")
    #expect(kept.weakPart === part)
  }

  @Test(
    "While a singleton's lazy wrapper is read, the shared container is the owner, for watchers too")
  func watcher() {
    let seen = LockedArray<String>()
    let watch = Container.shared.manager.watch { _ in seen.append(dependency(\.origin).name) }
    first.run { _ = kept.part }
    withExtendedLifetime(watch) {}
    #expect(Set(seen.elements) == ["root"])
  }
}

// MARK: The first child

// It is created while a container without a parent builds something: it was made after the construction began, so it
// is itself, and what it builds remembers it. Each test runs in the child process of an exit test.

private final class Model: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.origin) var lazy
  @DynamicInjected(\.origin) var dynamic
  @InjectedContainer var container
  let now = Made().name

  /// Stops the process if the child that has built the model is not the one from which it injects.
  func requireChild() {
    precondition(now == "child")
    precondition(lazy.name == "child")
    precondition(dynamic.name == "child")
    precondition(children.elements.contains { $0 === container })
  }
}

/// Keeps children alive: wrappers remember them weakly.
private let children = LockedArray<Container>()

extension Container {
  fileprivate var model: Factory<Model> { self { Model() } }
  fileprivate var single: Factory<Model> { self { Self.modelOfChild() }.singleton }
  fileprivate var unscoped: Factory<Model> { self { Self.modelOfChild() } }
  fileprivate var asyncNested: AsyncFactory<Model, Never> {
    self { () async in await self.asyncUnscoped() }.singleton
  }
  fileprivate var asyncUnscoped: AsyncFactory<Model, Never> {
    self { () async in Self.modelOfChild() }
  }

  private static func modelOfChild() -> Model {
    let child = Container.child("child")
    children.append(child)
    return child.model()
  }
}

@Suite("The first child of a process, created in a construction") struct FirstChildTests {
  @Test("The object that it builds in a singleton remembers the child")
  func singleton() async {
    await #expect(processExitsWith: .success) { Container.shared.single().requireChild() }
  }

  @Test("So does that of an asynchronous singleton, which has resolved a factory without a scope")
  func asyncNested() async {
    await #expect(processExitsWith: .success) {
      await Container.shared.asyncNested().requireChild()
    }
  }

  @Test("So does an object that nobody keeps")
  func unscoped() async {
    await #expect(processExitsWith: .success) {
      let model = Container.shared.unscoped()
      precondition(model.lazy.name == "child")
      precondition(model.container === children.elements.first)
    }
  }
}

@Suite("withValue of the first child of a process") struct FirstChildValueTests {
  @Test("In the closure of a singleton that creates the child, it wins")
  func wins() async {
    await #expect(processExitsWith: .success) {
      let names = {
        let child = Container.child("child")
        return Container.$shared.withValue(child) { Made().name }
      }
      let single = Factory<String>(Container.shared, key: "single") { names() }.singleton
      precondition(single() == "child")
    }
    await #expect(processExitsWith: .success) {
      let async = AsyncFactory<String, Never>(Container.shared, key: "async") { () async in
        let child = Container.child("child")
        return await Container.$shared.withValue(child) { () async in Made().name }
      }.singleton
      let name = await async()
      precondition(name == "child")
    }
  }
}

extension Container {
  fileprivate var asyncPart: AsyncFactory<Kept, Never> { self { () async in Kept() } }
  fileprivate var asyncKept: AsyncFactory<Kept, Never> {
    self { () async in await self.asyncPart() }.singleton
  }
}

@Suite("What is kept by the process, from before the first child") struct KeptBeforeChildrenTests {
  @Test("resolve() of a wrapper of a singleton does not give one request's instance to others")
  func resolve() async {
    await #expect(processExitsWith: .success) {
      let kept = Container.shared.kept()
      Container.child("child").run { _ = kept.$injected.resolve() }
      precondition(kept.injected.name == "root")
    }
  }

  @Test("A lazy wrapper of an asynchronous singleton's asynchronous part belongs to no request")
  func asyncPart() async {
    await #expect(processExitsWith: .success) {
      let kept = await Container.shared.asyncKept()
      Container.child("child").run { _ = kept.part }
      precondition(kept.part.origin.name == "root")
    }
  }
}
