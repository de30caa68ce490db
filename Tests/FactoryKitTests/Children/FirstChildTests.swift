// Factory, MIT licence; see LICENSE
//
// The first child container of a process, created while a container without a parent builds something. Before that, the
// library does not record what injection in children needs, so each test runs in the child process of an exit test.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Model: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.origin) var lazy
  @DynamicInjected(\.origin) var dynamic
  @InjectedContainer var container
  let now = Made().name

  /// Stops the process if the model, which others than the child keep, remembers the child.
  func requireRoot() {
    precondition(now == "child")
    precondition(lazy.name == "root")
    precondition(dynamic.name == "root")
    precondition(container === Container.shared)
  }
}

/// Keeps children alive: wrappers that remember one must not use it for another reason than that it is gone.
private let children = LockedArray<Container>()

extension Container {
  fileprivate var model: Factory<Model> { self { Model() } }
  fileprivate var single: Factory<Model> { self { Self.modelOfChild() }.singleton }
  fileprivate var cached: Factory<Model> { self { Self.modelOfChild() }.cached }
  fileprivate var unscoped: Factory<Model> { self { Self.modelOfChild() } }
  fileprivate var nested: Factory<Model> { self { self.unscoped() }.singleton }
  fileprivate var layered: Factory<Model> {
    self { Model() }.wrap { _ in Self.modelOfChild() }.singleton
  }
  fileprivate var asyncSingle: AsyncFactory<Model, Never> {
    self { () async in Self.modelOfChild() }.singleton
  }
  fileprivate var asyncCached: AsyncFactory<Model, Never> {
    self { () async in
      await Task.yield()
      return Self.modelOfChild()
    }.cached
  }
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
  @Test("A singleton with an object that the child has built does not remember the child")
  func singleton() async {
    await #expect(processExitsWith: .success) { Container.shared.single().requireRoot() }
  }

  @Test("Nor does what a container without a parent caches")
  func cached() async {
    await #expect(processExitsWith: .success) { Container.shared.cached().requireRoot() }
  }

  @Test("Nor does a singleton that has resolved a factory without a scope, which creates the child")
  func nested() async {
    await #expect(processExitsWith: .success) { Container.shared.nested().requireRoot() }
  }

  @Test("Nor does a singleton whose layer creates the child")
  func layered() async {
    await #expect(processExitsWith: .success) { Container.shared.layered().requireRoot() }
  }

  @Test("Nor does an asynchronous singleton")
  func asyncSingleton() async {
    await #expect(processExitsWith: .success) { await Container.shared.asyncSingle().requireRoot() }
  }

  @Test("Nor does what a container without a parent caches asynchronously")
  func asyncCached() async {
    await #expect(processExitsWith: .success) { await Container.shared.asyncCached().requireRoot() }
  }

  @Test("Nor does an asynchronous singleton that has resolved a factory without a scope")
  func asyncNested() async {
    await #expect(processExitsWith: .success) { await Container.shared.asyncNested().requireRoot() }
  }

  @Test("An object that nobody keeps remembers the child")
  func unscoped() async {
    await #expect(processExitsWith: .success) {
      let model = Container.shared.unscoped()
      precondition(model.lazy.name == "child")
      precondition(model.container === children.elements.first)
    }
  }

  @Test("The second construction follows its child as well")
  func second() async {
    await #expect(processExitsWith: .success) {
      Container.shared.single().requireRoot()
      let child = Container.child("second")
      precondition(child.model().lazy.name == "second")
      // Another child has built it.
      precondition(child.cached().lazy.name == "root")
      precondition(Model().lazy.name == "root")
    }
  }
}
