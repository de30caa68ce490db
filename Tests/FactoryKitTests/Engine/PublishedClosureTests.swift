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
    case .context: word.onArg("PublishedClosureTests") { "in context" }
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

  @Test("Searching for an instance finds none and calls no closure")
  func reading() {
    let calls = Counter()
    container.word.register {
      calls.increment()
      return "first"
    }
    _ = container.word()
    #expect(container.word.resolvedOrNil() == nil)
    #expect(calls.value == 1)
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
}
