// Factory, MIT licence; see LICENSE
//
// Singletons that children find through their parents, without an entry of their own. Each test runs in its
// own process, because lookups find these singletons only while the process has no second singleton scope.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class SingleContainer: ManagedContainer, Sendable {
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: SingleContainer) { manager = ContainerManager(childOf: parent) }

  static func family() -> (parent: SingleContainer, child: SingleContainer) {
    let parent = SingleContainer()
    return (parent, SingleContainer(parent: parent))
  }

  var single: Factory<TestService> { self { TestService("single") }.singleton }
  var numbered: Factory<Numbered> { self { Numbered(0) }.singleton }
  var fixed: Factory<TestService> { self { TestService("fixed") }.singleton.once() }
  var plain: Factory<TestService> { self { TestService("plain") } }
  var cached: Factory<TestService> { self { TestService("cached") }.cached.once() }
  var needsCached: Factory<Pair> { self { Pair(self.cached(), self.cached()) }.singleton }
}

private final class Numbered: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private final class Pair: Sendable {
  let first, second: TestService
  init(_ first: TestService, _ second: TestService) { (self.first, self.second) = (first, second) }
}

@Suite("Singletons that a child finds through its parent", .oneAtATime)
struct SingletonsOfChildren {
  @Test("A child and its child have the parent's singleton, before and after a reset")
  func reset() async {
    await #expect(processExitsWith: .success) {
      let (parent, child) = SingleContainer.family()
      let grandchild = SingleContainer(parent: child)
      let first = parent.single()
      #expect(child.single() === first && grandchild.single() === first)
      parent.single.reset()
      let second = parent.single()
      #expect(second !== first)
      #expect(child.single() === second && grandchild.single() === second)
    }
  }

  @Test("A registration of a child replaces the parent's singleton in that child and below it")
  func register() async {
    await #expect(processExitsWith: .success) {
      let parent = SingleContainer()
      let (child, other) = (SingleContainer(parent: parent), SingleContainer(parent: parent))
      let grandchild = SingleContainer(parent: child)
      let single = parent.single()
      #expect(child.single() === single && grandchild.single() === single)
      child.single.register { TestService("child") }
      #expect(child.single().label == "child" && grandchild.single() === child.single())
      #expect(parent.single() === single && other.single() === single)
    }
  }

  @Test(
    "A factory value that is older than a reset of the parent's scope still has the singleton scope"
  )
  func lostScope() async {
    await #expect(processExitsWith: .success) {
      let (parent, child) = SingleContainer.family()
      _ = parent.single()
      let factory = child.single
      parent.manager.reset()
      #expect(factory() === factory())
      #expect(factory() === parent.single())
    }
  }

  @Test(
    "A scope that a parent's factory was given from outside applies in a child until it is reset")
  func scopeFromOutside() async {
    await #expect(processExitsWith: .success) {
      let (parent, child) = SingleContainer.family()
      let kept = parent.plain.singleton()
      #expect(child.plain() === kept && child.plain() === kept)
      parent.plain.reset()
      #expect(child.plain() !== child.plain())
    }
  }

  @Test("A child's factory with .singleton.once() stays a singleton after a reset of its parent")
  func once() async {
    await #expect(processExitsWith: .success) {
      let (parent, child) = SingleContainer.family()
      let fixed = parent.fixed()
      #expect(child.fixed() === fixed)
      parent.manager.reset()
      #expect(child.fixed() === child.fixed())
    }
  }

  @Test("A child that reads a definition with .once() keeps what it cached in its parent's scope")
  func firstRead() async {
    await #expect(processExitsWith: .success) {
      let (parent, child) = SingleContainer.family()
      _ = parent.fixed.cached
      // A child resolves it through the parent's value, so that its own definition is not applied.
      child.plain.register { parent.fixed() }
      let kept = child.plain()
      #expect(child.fixed() === kept)
    }
  }

  @Test("What a singleton needs has its definition's scope, whatever a child's parent was given")
  func scopeOfDefinition() async {
    await #expect(processExitsWith: .success) {
      let root = SingleContainer()
      let parent = SingleContainer(parent: root)
      let child = SingleContainer(parent: parent)
      _ = parent.cached.unique
      let pair = child.needsCached()
      #expect(pair.first === pair.second)
      #expect(root.cached() === pair.first)
    }
  }

  @Test("A scope that is set where a child's singleton is used caches one instance")
  func scopeAtUse() async {
    await #expect(processExitsWith: .success) {
      let (parent, child) = SingleContainer.family()
      let single = parent.single()
      let cached = child.single.cached()
      #expect(cached !== single)
      #expect(child.single.cached() === cached && child.single.cached() === cached)
    }
  }

  @Test("A child's watcher sees that the factory is a singleton")
  func watcher() async {
    await #expect(processExitsWith: .success) {
      let (parent, child) = SingleContainer.family()
      let recorder = ResolutionRecorder()
      let watch = parent.manager.watch { recorder.record($0) }
      _ = parent.single()
      _ = child.single()
      watch.cancel()
      #expect(recorder.json().contains("\"scope\": \"singleton\""))
    }
  }

  @Test("A child with a default scope of its own has the singleton of the definition")
  func defaultScope() async {
    await #expect(processExitsWith: .success) {
      let (parent, child) = SingleContainer.family()
      child.manager.defaultScope = .cached
      let single = parent.single()
      #expect(child.single() === single)
      #expect(child.plain() === child.plain() && child.plain() !== parent.plain())
    }
  }

  @Test("New children never return an older singleton than one that the same thread has seen")
  func threads() async {
    await #expect(processExitsWith: .success) {
      let parent = SingleContainer()
      _ = parent.numbered()
      let stop = Flag()
      let readers = (0..<4).map { _ in
        TestThread {
          var last = 0
          while !stop.isRaised {
            let child = SingleContainer(parent: parent)
            let number = child.numbered().number
            #expect(number >= last && child.numbered().number >= number)
            last = number
          }
        }
      }
      for number in 1...Effort.scaled(20_000) {
        parent.numbered.register { Numbered(number) }
        _ = parent.numbered()
      }
      stop.raise()
      for reader in readers { reader.join() }
    }
  }
}
