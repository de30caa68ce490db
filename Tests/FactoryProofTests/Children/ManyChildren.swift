// Factory, MIT licence; see LICENSE
//
// A hundred thousand child containers at once, and what remains of them.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Counted: Sendable {
  let number: Int
  private let alive: Counter

  init(_ number: Int, _ alive: Counter) {
    self.number = number
    self.alive = alive
    alive.increment()
  }

  deinit { alive.increment(by: -1) }
}

private final class CrowdContainer: ManagedContainer {
  let manager: ContainerManager
  let alive: Counter

  init(_ alive: Counter) {
    manager = ContainerManager()
    self.alive = alive
  }

  init(parent: CrowdContainer) {
    manager = ContainerManager(childOf: parent)
    alive = parent.alive
  }

  var request: Factory<Counted> { self { Counted(0, self.alive) } }
  var kept: Factory<Counted> { self { Counted(self.request().number, self.alive) }.cached }
  var single: Factory<Counted> { self { Counted(-1, self.alive) }.singleton }
}

@Suite("Many children", .serialized, .container, .onOneProcessor)
struct ManyChildren {
  @Test("A hundred thousand children have a registration and an instance each")
  func alive() {
    let parent = CrowdContainer(Counter())
    let single = parent.single()
    let count = Effort.scaledWithoutRace(100_000)
    do {
      let children = (0..<count).map { number in
        let child = CrowdContainer(parent: parent)
        child.request.register { [alive = parent.alive] in Counted(number, alive) }
        _ = child.kept()
        return child
      }
      #expect(parent.alive.value == count + 1)
      #expect(
        children.enumerated().allSatisfy { $1.kept().number == $0 && $1.single() === single })
    }
    #expect(parent.alive.value == 1)
  }

  #if os(Linux)
    @Test("Nothing remains of children that are dropped")
    func dropped() async {
      // In a process of its own, because the other tests allocate memory, too.
      await #expect(processExitsWith: .success) {
        let parent = CrowdContainer(Counter())
        func makeOne(_ number: Int) {
          let child = CrowdContainer(parent: parent)
          child.request.register { [alive = parent.alive] in Counted(number, alive) }
          _ = child.kept()
          _ = child.single()
        }
        for number in 0..<10_000 { makeOne(number) }
        let before = residentBytes()
        for number in 0..<Effort.scaledWithoutRace(200_000) { makeOne(number) }
        precondition(residentBytes() - before < Effort.growth)
        precondition(parent.alive.value == 1)
      }
    }
  #endif
}
