// Factory, MIT licence; see LICENSE
//
// Factories that combine others in strict tests: reported only above one that is reported.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private struct Two: Sendable {
  let (first, second): (StrictService, StrictService)
}

private struct Wrapped: Sendable {
  @Injected(\StrictContainer.plain) var plain
}

private struct Lazily {
  @LazyInjected(\StrictContainer.plain) var plain
}

extension StrictContainer {
  fileprivate var leaf: Factory<StrictService> { self { StrictService("leaf") } }
  fileprivate var leafOfScope: Factory<StrictService> { self { StrictService("leaf") }.cached }
  fileprivate var two: Factory<Two> { self { Two(first: self.plain(), second: self.cached()) } }
  fileprivate var twoCached: Factory<Two> {
    self { Two(first: self.plain(), second: self.cached()) }.cached
  }
  fileprivate var twoWithLeaf: Factory<Two> {
    self { Two(first: self.plain(), second: self.leaf()) }
  }
  fileprivate var above: Factory<StrictService> { self { self.two().first } }
  fileprivate var aboveLeaf: Factory<StrictService> { self { self.twoWithLeaf().first } }
  fileprivate var aboveCached: Factory<StrictService> { self { self.twoCached().first } }
  fileprivate var wrapped: Factory<Wrapped> { self { Wrapped() } }
  fileprivate var lazily: Factory<Lazily> { self { Lazily() } }
  fileprivate var byFunction: Factory<StrictService> {
    self { dependency(\StrictContainer.plain) }
  }
  fileprivate var ofParameter: ParameterFactory<Int, StrictService> {
    self { StrictService("\($0) \(self.plain().name)") }.scopeOnParameters.cached
  }
  fileprivate var factorial: ParameterFactory<Int, Int> {
    self { $0 == 0 ? 1 : $0 * self.factorial($0 - 1) }
  }
  fileprivate var countdown: ParameterFactory<Int, StrictService> {
    self { $0 == 0 ? self.plain() : self.countdown($0 - 1) }
  }
  fileprivate var throwingTwo: ThrowingFactory<Two, any Error> {
    self { Two(first: try self.throwing(), second: self.plain()) }
  }
  fileprivate var collection: FactoryGroup<StrictService> {
    group().add(\StrictContainer.plain).add(\StrictContainer.cached)
  }
  fileprivate var collected: Factory<[StrictService]> { self { self.collection() } }
  fileprivate var allowedAbove: Factory<StrictService> { self { self.leaf() }.testable }
  fileprivate var aboveAllowed: Factory<StrictService> { self { self.allowedAbove() } }
  @MainActor fileprivate var screen: MainActorFactory<StrictModel> {
    self { StrictModel(self.plain().name) }
  }
}

@Suite(
  "Factories that combine others in strict tests", .strictContainer(.strict), .collectsIssues)
struct StrictCompositeTests {
  private let container = StrictContainer.shared

  private func registerAll() {
    container.plain.register { StrictService("mock") }
    container.cached.register { StrictService("mock") }
    container.throwing.register { StrictService("mock") }
  }

  @Test("A factory whose closure resolves only what is registered is not reported")
  func composite() {
    registerAll()
    #expect(container.two().first.name == "mock")
    #expect(container.twoCached().second.name == "mock")
    #expect(container.ofParameter(1).name == "1 mock")
  }

  @Test("Composites of composites are not reported")
  func nested() {
    registerAll()
    #expect(container.above().name == "mock")
    #expect(container.aboveCached().name == "mock")
  }

  @Test("A leaf is reported, then the composites above it, each once")
  func aboveReported() {
    registerAll()
    let messages = issues { for _ in 0..<2 { _ = container.aboveLeaf() } }
    #expect(factories(messages) == ["leaf", "twoWithLeaf", "aboveLeaf"])
    #expect(messages.last?.contains("It was resolved by code outside of all factories.") == true)
    #expect(messages[1].contains("It was resolved by FactoryTestingTests.StrictContainer.above"))
  }

  @Test("A composite says to replace the leaf, not itself")
  func refersToLeaf() {
    registerAll()
    let messages = issues { _ = container.aboveLeaf() }
    #expect(
      messages.map { $0.contains("register the factory that it has resolved") } == [
        false, true, true,
      ])
  }

  @Test("A composite above a factory that was reported before is reported")
  func reportedBefore() {
    registerAll()
    #expect(factories(issues { _ = container.leaf() }) == ["leaf"])
    #expect(factories(issues { _ = container.twoWithLeaf() }) == ["twoWithLeaf"])
  }

  @Test("A composite above a cached instance of a reported factory is reported")
  func cachedReported() {
    let messages = issues { _ = (container.cached(), container.plain()) }
    #expect(factories(messages) == ["cached", "plain"])
    container.plain.register { StrictService("mock") }
    #expect(factories(issues { _ = container.two() }) == ["two"])
  }

  @Test("A mock that is registered after the report is no reason to report what uses it")
  func registeredAfterReport() {
    #expect(factories(issues { _ = (container.plain(), container.cached()) }).count == 2)
    registerAll()
    #expect(container.two().first.name == "mock")
    #expect(container.two().second.name == "mock")
  }

  @Test("Cached instances count as resolved")
  func hits() {
    registerAll()
    let first = container.cached()
    container.plain.register { [container] in container.cached() }
    #expect(container.two().first === first)
    #expect(container.twoCached().second === first)
    #expect(container.aboveCached() === first)
  }

  @Test("A cached composite of an earlier resolution is no leaf")
  func cachedComposite() {
    registerAll()
    _ = container.twoCached()
    #expect(container.aboveCached().name == "mock")
  }

  @Test("Property wrappers and dependency() count as resolving")
  func injection() {
    registerAll()
    #expect(container.wrapped().plain.name == "mock")
    #expect(container.byFunction().name == "mock")
  }

  @Test("A wrapper that resolves later does not count: its factory is a leaf")
  func lazily() {
    registerAll()
    #expect(factories(issues { _ = container.lazily().plain }) == ["lazily"])
  }

  @Test("A factory that resolves itself, and at last what is registered, is not reported")
  func recursiveComposite() {
    registerAll()
    #expect(container.countdown(5).name == "mock")
  }

  @Test("A factory that resolves only itself, with other parameters, is a leaf")
  func recursion() {
    let messages = issues { #expect(container.factorial(4) == 24) }
    #expect(factories(messages) == ["factorial"])
  }

  @Test("A leaf below a registered closure is reported, and so is what is above")
  func belowRegistered() {
    registerAll()
    container.plain.register { [container] in container.leaf() }
    #expect(factories(issues { _ = container.two() }) == ["leaf", "two"])
  }

  @Test("A composite above one that is testable or allowed, and that is above a leaf, is reported")
  func aboveTestable() {
    #expect(factories(issues { _ = container.aboveAllowed() }) == ["leaf", "aboveAllowed"])
  }

  @Test(
    "A composite above an allowed leaf is not reported",
    .strictContainer(allowing: \.leaf) { $0.plain.register { StrictService("mock") } })
  func allowedLeaf() {
    #expect(StrictContainer.shared.aboveLeaf().name == "mock")
  }

  @Test("If a mock throws, the composite that throws the error is not reported, a leaf is")
  func errors() {
    registerAll()
    container.throwing.register { throw StrictError.failed }
    #expect(throws: StrictError.failed) { try container.throwingTwo() }
    let messages = issues {
      do { _ = try container.failing() } catch {}
    }
    #expect(factories(messages) == ["failing"])
  }

  @Test("A group counts as resolved, and its members decide")
  func group() {
    registerAll()
    #expect(container.collected().count == 2)
    container.plain.reset(.registration)
    #expect(factories(issues { _ = container.collected() }) == ["plain", "collected"])
  }

  @Test("What a decorator or a layer resolves is not part of the closure")
  func decoratorsAndLayers() {
    registerAll()
    container.leafOfScope.decorator { [container] _ in _ = container.plain() }
    #expect(factories(issues { _ = container.leafOfScope() }) == ["leafOfScope"])
    container.leaf.wrap { [container] in StrictService("\($0.name) \(container.plain().name)") }
    let messages = issues { #expect(container.leaf().name == "leaf mock") }
    #expect(factories(messages) == ["leaf"])
  }

  @Test("A main-actor factory that resolves what is registered is not reported") @MainActor
  func mainActor() async {
    registerAll()
    #expect(container.screen().name == "mock")
    #expect(factories(issues { _ = container.onMainActor() }) == ["onMainActor"])
  }

  @Test("A child of the test's container does the same")
  func child() {
    withTestContainer(.strict) {
      let child = Container(parent: .shared)
      child.strictPlain.register { StrictService("mock") }
      #expect(child.strictComposite().name == "mock")
      #expect(
        factories(issues { _ = child.strictAboveOther() }) == ["strictOther", "strictAboveOther"])
    }
  }

  @Test("Threads that wait for a construction decide alike")
  func threads() {
    registerAll()
    let container = container
    onThreads(8) { _ in #expect(container.aboveCached().name == "mock") }
    // Threads belong to no test, so the issues come when the container of this test ends.
    let messages = issues {
      withTestContainer(StrictContainer.$shared, StrictContainer(), .strict) {
        let container = StrictContainer.shared
        container.cached.register { StrictService("mock") }
        onThreads(8) { _ in _ = container.aboveCached() }
      }
    }
    #expect(Set(factories(messages)) == ["plain", "twoCached", "aboveCached"])
    #expect(messages.count == 3)
  }
}

extension Container {
  fileprivate var strictComposite: Factory<StrictService> { self { self.strictPlain() } }
  fileprivate var strictAboveOther: Factory<StrictService> { self { self.strictOther() } }
}
