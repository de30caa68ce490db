// Factory, MIT licence; see LICENSE
//
// Singletons that children find through their parents, without an entry of their own. In a process of its
// own: lookups only do that while no test has singletons of its own.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class SingleContainer: ManagedContainer, Sendable {
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: SingleContainer) { manager = ContainerManager(childOf: parent) }

  var single: Factory<TestService> { self { TestService("single") }.singleton }
  var numbered: Factory<Numbered> { self { Numbered(0) }.singleton }
  var plain: Factory<TestService> { self { TestService("plain") } }
}

private final class Numbered: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

@Suite("Singletons that a child finds through its parent", .oneAtATime)
struct SingletonsOfChildren {
  @Test("A child and its child have the parent's singleton, before and after a reset")
  func reset() async {
    await #expect(processExitsWith: .success) {
      let parent = SingleContainer()
      let child = SingleContainer(parent: parent)
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
      let parent = SingleContainer()
      let child = SingleContainer(parent: parent)
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
      let parent = SingleContainer()
      let child = SingleContainer(parent: parent)
      let kept = parent.plain.singleton()
      #expect(child.plain() === kept && child.plain() === kept)
      parent.plain.reset()
      #expect(child.plain() !== child.plain())
    }
  }

  @Test("A child with a default scope of its own has the singleton of the definition")
  func defaultScope() async {
    await #expect(processExitsWith: .success) {
      let parent = SingleContainer()
      let child = SingleContainer(parent: parent)
      child.manager.defaultScope = .cached
      let single = parent.single()
      #expect(child.single() === single)
      #expect(child.plain() === child.plain() && child.plain() !== parent.plain())
    }
  }

  @Test(
    "New children on many threads never find a singleton of a registration older than one found before"
  )
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
