// Factory, MIT licence; see LICENSE
//
// 1.x programs on several threads and tasks at once.
import Dispatch
import Factory
import Testing

private final class Counted: @unchecked Sendable {
  // Sendable: no state.
  init(_ tally: Tally) { tally.next() }
}

/// Counts what several threads make.
private final class Tally: @unchecked Sendable {
  // Sendable: `number` is touched only on the queue.
  private let queue = DispatchQueue(label: "Tally")
  private var number = 0
  func next() { queue.sync { number += 1 } }
  var count: Int { queue.sync { number } }
}

extension Container {
  fileprivate static let counter = Factory<Counted?>(scope: .singleton) { nil }
  fileprivate static let text = Factory<MyServiceType>(scope: .cached) { MyService() }
  fileprivate static let number = ParameterFactory<Int, Int> { $0 }
}

private class Reader: @unchecked Sendable {
  // Sendable: read only; the wrapper guards itself.
  @LazyInjected(Container.counter) var counted
}

/// Runs `body` on several threads at once, all in this test's container.
private func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let container = StaticContainer.shared
  DispatchQueue.concurrentPerform(iterations: count) { index in
    StaticContainer.$shared.withValue(container) { body(index) }
  }
}

@Suite("1.x: Threads and tasks", .staticContainer)
struct ThreadTests {
  @Test("Threads that ask at once get one singleton, made once")
  func singleton() {
    for _ in 0..<50 {
      let tally = Tally()
      Container.counter.register { Counted(tally) }
      concurrently(8) { _ in _ = Container.counter() }
      #expect(tally.count == 1)
    }
  }

  @Test("So do tasks")
  func tasks() async {
    let tally = Tally()
    Container.counter.register { Counted(tally) }
    await withTaskGroup(of: ObjectIdentifier?.self) { group in
      for _ in 0..<50 { group.addTask { Container.counter().map(ObjectIdentifier.init) } }
      var seen: Set<ObjectIdentifier?> = []
      for await instance in group { seen.insert(instance) }
      #expect(seen.count == 1)
    }
    #expect(tally.count == 1)
  }

  @Test("A lazy property that several threads read is resolved once")
  func lazy() {
    for _ in 0..<50 {
      let tally = Tally()
      Container.counter.register { Counted(tally) }
      Container.Scope.reset(includingSingletons: true)
      let reader = Reader()
      concurrently(8) { _ in _ = reader.counted }
      #expect(tally.count == 1)
    }
  }

  @Test("Registering, resetting, pushing and resolving at once leaves things in order")
  func mixture() {
    concurrently(8) { index in
      for round in 0..<200 {
        switch (index + round) % 7 {
        case 0: Container.text.register { MockService() }
        case 1: Container.text.reset()
        case 2: Container.Scope.cached.reset()
        case 3: Container.Registrations.reset()
        case 4:
          Container.Registrations.push()
          Container.Registrations.pop()
        case 5: #expect(Container.number(round) == round)
        default: #expect(["MyService", "MockService"].contains(Container.text().text()))
        }
      }
    }
    Container.Registrations.reset()
    Container.Scope.reset()
    #expect(Container.text() is MyService)
  }
}
