// Factory, MIT licence; see LICENSE
//
// The first child container of a process, created while a container without a parent builds something: it was made
// after the construction began, so it is itself, and what it builds remembers it. Each test runs in the child process
// of an exit test.
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
  @Test("The object that it builds in a singleton remembers the child")
  func singleton() async {
    await #expect(processExitsWith: .success) { Container.shared.single().requireChild() }
  }

  @Test("So does what a container without a parent caches")
  func cached() async {
    await #expect(processExitsWith: .success) { Container.shared.cached().requireChild() }
  }

  @Test("So does a singleton that has resolved a factory without a scope, which creates the child")
  func nested() async {
    await #expect(processExitsWith: .success) { Container.shared.nested().requireChild() }
  }

  @Test("So does a singleton whose layer creates the child")
  func layered() async {
    await #expect(processExitsWith: .success) { Container.shared.layered().requireChild() }
  }

  @Test("So does an asynchronous singleton")
  func asyncSingleton() async {
    await #expect(processExitsWith: .success) {
      await Container.shared.asyncSingle().requireChild()
    }
  }

  @Test("So does what a container without a parent caches asynchronously")
  func asyncCached() async {
    await #expect(processExitsWith: .success) {
      await Container.shared.asyncCached().requireChild()
    }
  }

  @Test("So does an asynchronous singleton that has resolved a factory without a scope")
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

  @Test("The second construction in a child injects from it as well")
  func second() async {
    await #expect(processExitsWith: .success) {
      Container.shared.single().requireChild()
      let child = Container.child("second")
      precondition(child.model().lazy.name == "second")
      // The closure makes another child.
      child.cached().requireChild()
      precondition(Model().lazy.name == "root")
    }
  }
}
