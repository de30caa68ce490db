// Factory, MIT licence; see LICENSE
//
// Layers of factories that wait or belong to the main actor. The tests of all kinds have the others.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite(.wrappedContainer)
struct WrapOfKindsTests {
  let container = WrappedContainer.shared

  @Test("All tasks that wait get the wrapped instance, and the layer runs once")
  func waitingTasks() async throws {
    let gate = TaskGate()
    let (begun, wrapped) = (TaskGate(), Counter())
    container.asyncCached.register {
      begun.open()
      await gate.wait()
      return TestService("slow")
    }
    container.asyncCached.wrap { inner in
      wrapped.increment()
      return layer("a", inner)
    }
    let tasks = (0..<20).map { _ in
      WatchedTask { [container] in try await container.asyncCached() }
    }
    await begun.wait()
    for task in tasks { await task.suspended() }
    gate.open()
    var instances: [TestService] = []
    for task in tasks { instances.append(try await task.value) }
    #expect(instances.allSatisfy { $0 === instances[0] && $0.label == "a(slow)" })
    #expect(wrapped.value == 1)
  }

  @Test("A layer of an asynchronous factory may resolve others, as part of the resolution")
  func asynchronousNesting() async throws {
    container.asyncCached.wrap { [unowned container] inner in
      container.graph() === container.graph() ? layer(container.plain().label, inner) : inner
    }
    #expect(try await container.asyncCached().label == "original(original)")
  }

  @Test("A layer added while a construction waits wraps the next instance only")
  func asynchronousChange() async throws {
    let (begun, gate) = (TaskGate(), TaskGate())
    container.asyncCached.register {
      begun.open()
      await gate.wait()
      return TestService("slow")
    }
    let task = Task { [container] in try await container.asyncCached() }
    await begun.wait()
    container.asyncCached.wrap { layer("a", $0) }
    gate.open()
    #expect(try await task.value.label == "slow")
    #expect(try await container.asyncCached().label == "a(slow)")
  }

  @Test("Layers of main-actor factories run on the main actor, and are added anywhere")
  func mainActor() async {
    container.screen.wrap { inner in
      inner.visits += 1
      return MainScreen("a(\(inner.title))")
    }
    container.screenByTitle.wrap { MainScreen("b(\($0.title))") }
    await MainActor.run {
      let screen = container.screen()
      #expect(screen.title == "a(original)")
      #expect(container.screen() === screen)
      #expect(container.screenByTitle("x").title == "b(x)")
    }
  }
}
