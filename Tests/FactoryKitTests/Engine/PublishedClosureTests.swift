// Factory, MIT licence; see LICENSE
//
// The closures that unscoped factories publish to lookups, which call them without the store's lock.
import FactoryCore
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

extension Container {
  fileprivate var word: Factory<String> { self { "own" } }
  fileprivate var unique: Factory<String> { self { "own" }.unique }
  fileprivate var doubled: ParameterFactory<Int, Int> { self { 2 * $0 } }
  fileprivate var name: Factory<String> { self { "own" } }
  fileprivate var keptGreeting: Factory<String> { self { "own" }.cached }
  fileprivate var service: Factory<TestService> { self { TestService("own") } }
  fileprivate var loaded: AsyncParameterFactory<Int, Int, Never> { self { 2 * $0 } }
}

extension FactoryModifying {
  /// Whether a lookup finds a closure.
  fileprivate var publishesClosure: Bool {
    guard case .slowPath(let found) = _definition.lookUp(Self._types) else { return false }
    return found.takeClosure() != nil
  }
}

/// A change after which lookups must not find the closure that was published before.
private enum Change: CaseIterable {
  case register, resetRegistration, reset, context, layer, decorator, timeToLive, scope,
    containerReset, containerDecorator,
    defaultScope, push

  func make(in container: Container) {
    let word = container.word
    switch self {
    case .register: word.register { "second" }
    case .resetRegistration: word.reset(.registration)
    case .reset: word.reset()
    case .context: word.onArg("never given") { "in context" }
    case .layer: word.wrap { $0 + "!" }
    case .decorator: word.decorator { _ in }
    case .timeToLive: word.timeToLive(10)
    case .scope: _ = word.cached
    case .containerReset: container.reset()
    case .containerDecorator: container.decorator { _ in }
    case .defaultScope: container.manager.defaultScope = .cached
    case .push: container.manager.pop()
    }
  }

  var result: String {
    switch self {
    case .register: "second"
    case .resetRegistration, .reset, .containerReset, .push: "own"
    case .layer: "first!"
    case .context, .decorator, .timeToLive, .scope, .containerDecorator, .defaultScope: "first"
    }
  }
}

@Suite(
  "Closures that lookups find", .container,
  .enabled(if: !HitTable.isOff, "without the hit table, nothing is published"))
struct PublishedClosureTests {
  private let container = Container.shared

  @Test("The closure that is registered for an unscoped factory is found after a resolution")
  func published() {
    container.word.register { "first" }
    #expect(!container.word.publishesClosure)
    #expect(container.word() == "first")
    #expect(container.word.publishesClosure)
    #expect(container.word() == "first")
  }

  @Test("So is that of a factory with the scope `unique`")
  func unique() {
    container.unique.register { "first" }
    _ = container.unique()
    #expect(container.unique.publishesClosure)
    #expect(container.unique() == "first")
  }

  @Test("A closure with a parameter gets the parameter of each call")
  func parameter() {
    container.doubled.register { 3 * $0 }
    #expect([1, 2, 3].map { container.doubled($0) } == [3, 6, 9])
    #expect(container.doubled.publishesClosure)
  }

  @Test("An asynchronous closure is called as well")
  func asynchronous() async {
    container.loaded.register { 3 * $0 }
    for number in 1...3 {
      let result = await container.loaded(number)
      #expect(result == 3 * number)
    }
    #expect(container.loaded.publishesClosure)
  }

  @Test("After a change, lookups do not find it any more", arguments: Change.allCases)
  private func withdrawn(change: Change) {
    container.manager.push()
    container.word.register { "first" }
    _ = container.word()
    #expect(container.word.publishesClosure)
    change.make(in: container)
    #expect(!container.word.publishesClosure)
    #expect(container.word() == change.result)
    #expect(container.word() == change.result)
  }

  @Test("Evicting instances keeps it, because nobody keeps one")
  func eviction() {
    container.word.register { "first" }
    _ = container.word()
    container.word.reset(.scope)
    #expect(container.word.publishesClosure)
    #expect(container.word() == "first")
  }

  @Test("A closure that was removed is released", arguments: [Change.register, .resetRegistration])
  private func released(change: Change) {
    var captured: Counter? = Counter()
    weak let gone = captured
    container.word.register { [captured] in "\(captured!.value)" }
    captured = nil
    _ = container.word()
    #expect(container.word.publishesClosure)
    #expect(gone != nil)
    change.make(in: container)
    #expect(gone == nil)
  }

  @Test("A child without settings of its own uses the closure that its parent publishes")
  func child() {
    container.word.register { "first" }
    _ = container.word()
    let child = Container(parent: container)
    #expect(child.word.publishesClosure)
    #expect(child.word() == "first")
    container.word.register { "second" }
    #expect(child.word() == "second")
  }

  @Test("The first child that resolves the factory has its parent publish the closure")
  func firstChild() {
    container.word.register { "first" }
    #expect(Container(parent: container).word() == "first")
    #expect(Container(parent: container).word.publishesClosure)
  }

  @Test("A child's own registration, scope or default scope precedes what its parent publishes")
  func childSettings() {
    container.word.register { "first" }
    _ = container.word()
    let registering = Container(parent: container)
    registering.word.register { "child's" }
    #expect(registering.word() == "child's")
    let calls = Counter()
    container.word.register { "\(calls.increment())" }
    _ = container.word()
    let caching = Container(parent: container)
    #expect(caching.word.cached() == caching.word.cached())
    let byDefault = Container(parent: container)
    byDefault.manager.defaultScope = .cached
    #expect(byDefault.word() == byDefault.word())
  }

  @Test(
    "A child that shares a scope keeps one instance, although its parent publishes a closure",
    arguments: [true, false])
  func sharing(parentHasResolved: Bool) {
    let calls = Counter()
    container.word.register { "\(calls.increment())" }
    if parentHasResolved { _ = container.word() }
    let child = Container(parent: container, sharing: .cached)
    #expect(child.word.cached.resolvedOrNil() == nil)
    #expect(child.word.cached() == child.word.cached())
  }

  @Test("What a parent keeps is built with what the parent has, also after it was reset")
  func sharingAfterReset() {
    let log = ExpectedLines(containing: "FactoryKit.Container.keptGreeting<")
    let child = Container(parent: container, sharing: .cached)
    child.name.register { "child's" }
    let held = container.keptGreeting
    container.manager.reset()
    held.register { [container] in "hello \(container.name())" }
    for _ in 0..<2 {
      _ = child.keptGreeting.resolvedOrNil()
      #expect(child.keptGreeting() == "hello own")
    }
    #expect(container.keptGreeting() == "hello own")
    #expect(log.lines.count == 1)
    #expect(log.lines.allSatisfy { $0.contains("passed over") })
  }

  @Test("A search in the parent that creates nothing changes no child's own scope")
  func singletonInChild() {
    let service = container.service
    _ = service.singleton.resolvedOrNil()
    let child = Container(parent: container)
    _ = child.service.singleton
    _ = container.service.unique
    #expect(child.service() === child.service())
  }

  // In a process of its own, because lookups of other tests release such closures, too.
  @Test("A closure that a lookup has protected in vain is released by the next use of a store")
  func releasedLater() async {
    await #expect(processExitsWith: .success) {
      let container = Container()
      var captured: Counter? = Counter()
      weak let gone = captured
      let word = container.word
      word.register { [captured] in "\(captured!.value)" }
      captured = nil
      _ = word()
      let node = container.manager.store.node(
        word._definition.declaration.key(Factory<String>._types))
      var preferred = factory_prefer_hazard(0)
      let protection = factory_protect(factory_node_published(node), &preferred)
      word.reset(.registration)
      precondition(gone != nil)
      // What a lookup does that finds that the settings have changed.
      factory_unprotect(protection.slot!)
      _ = container.manager.store.withLock { $0.nodes.count }
      precondition(gone == nil)
    }
  }
}
