// Factory, MIT licence; see LICENSE
//
// Factory values that are kept while what they recorded in their container is taken away: they go
// on as they say.
import FactoryTesting
import Testing

private final class ValueContainer: SharedContainer {
  @TaskLocal static var shared = ValueContainer()
  let manager = ContainerManager()
}

extension Scope {
  fileprivate static let kept = Cached()
}

extension ValueContainer {
  var plain: Factory<Gadget> { self { Gadget() } }
  var singleton: Factory<Gadget> { self { Gadget() }.singleton }
  var spelledOut: Factory<Gadget> { self { Gadget() }.scope(.singleton) }
  var cached: Factory<Gadget> { self { Gadget() }.cached }
  var shared: Factory<Gadget> { self { Gadget() }.shared }
  var custom: Factory<Gadget> { self { Gadget() }.scope(.kept) }
  var byNumber: ParameterFactory<Int, Gadget> { self { Gadget("\($0)") }.singleton }
  var cachedByNumber: ParameterFactory<Int, Gadget> { self { Gadget("\($0)") }.cached }
}

@Suite("Factory values that are kept", .container) struct FactoryValueTests {
  private typealias Path = any KeyPath<ValueContainer, Factory<Gadget>> & Sendable
  private static let singletons: [Path] = [\.singleton, \.spelledOut, \.plain.singleton]
  private static let kept: [Path] = [\.cached, \.custom, \.plain.cached]

  private let container = ValueContainer()

  @Test(
    "A factory value that says singleton stays one after its container was reset",
    arguments: singletons)
  private func singleton(path: Path) {
    let live = container[keyPath: path]()
    let factory = container[keyPath: path]
    container.reset()
    #expect(factory() === live)
    #expect(factory() === factory())
  }

  @Test(
    "A factory value that says singleton stays one whatever is reset",
    arguments: [FactoryResetOptions.all, .registration, .context, .scope])
  func singletonOptions(options: FactoryResetOptions) {
    let live = container.singleton()
    let factory = container.singleton
    container.manager.reset(options: options)
    #expect(factory() === live)
    #expect(container.singleton() === live)
  }

  @Test("A factory value that says singleton is one though nothing was made before the reset")
  func singletonUnresolved() {
    let factory = container.singleton
    container.reset()
    let made = factory()
    #expect(factory() === made)
    #expect(container.singleton() === made)
    #expect(ValueContainer().singleton() === made)
  }

  @Test("A factory value that says singleton is one after its factory was reset")
  func singletonOwnReset() {
    let live = container.singleton()
    let factory = container.singleton
    container.singleton.reset()
    #expect(factory() !== live)
    #expect(factory() === factory())
  }

  @Test("A factory value with a parameter that says singleton stays one after a reset")
  func parameterSingleton() {
    let live = container.byNumber(1)
    let factory = container.byNumber
    container.reset()
    #expect(factory(2) === live)
    #expect(factory(1) === factory(1))
  }

  @Test(
    "A factory value that says singleton stays one after pop, when it was read after push",
    arguments: singletons)
  private func singletonPop(path: Path) {
    container.manager.push()
    let factory = container[keyPath: path]
    container.manager.pop()
    let made = factory()
    #expect(factory() === made)
    #expect(container[keyPath: path]() === made)
  }

  @Test("A singleton made between push and pop is the one that a factory value has afterwards")
  func singletonMadeBeforePop() {
    container.manager.push()
    let factory = container.singleton
    let live = factory()
    container.manager.pop()
    #expect(factory() === live)
    #expect(factory() === factory())
  }

  @Test(
    "A factory value that says cached keeps one instance after its container was reset",
    arguments: kept)
  private func cached(path: Path) {
    let before = container[keyPath: path]()
    let factory = container[keyPath: path]
    container.reset()
    let after = factory()
    #expect(after !== before)
    #expect(factory() === after)
    #expect(container[keyPath: path]() === after)
  }

  @Test(
    "A factory value that says cached keeps one instance after its factory was reset",
    arguments: kept)
  private func cachedOwnReset(path: Path) {
    let before = container[keyPath: path]()
    let factory = container[keyPath: path]
    container[keyPath: path].reset()
    let after = factory()
    #expect(after !== before)
    #expect(factory() === after)
  }

  @Test(
    "A factory value that says cached keeps one instance after pop, when it was read after push",
    arguments: kept)
  private func cachedPop(path: Path) {
    container.manager.push()
    let factory = container[keyPath: path]
    container.manager.pop()
    #expect(factory() === factory())
  }

  @Test("A factory value with a parameter that says cached keeps one instance after a reset")
  func parameterCached() {
    let before = container.cachedByNumber(1)
    let factory = container.cachedByNumber
    container.reset()
    let after = factory(2)
    #expect(after !== before)
    #expect(factory(3) === after)
  }

  @Test("A factory value that says shared keeps an instance that is held after a reset")
  func shared() {
    let before = container.shared()
    let factory = container.shared
    container.reset()
    let after = factory()
    #expect(after !== before)
    #expect(factory() === after)
  }
}
