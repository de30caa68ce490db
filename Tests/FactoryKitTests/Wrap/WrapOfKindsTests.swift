// Factory, MIT licence; see LICENSE
//
// Layers of factories that throw, wait, or belong to the main actor.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite(.wrappedContainer)
struct WrapOfKindsTests {
  let container = WrappedContainer.shared

  @Test("A throwing factory keeps the wrapped instance")
  func throwing() throws {
    container.throwing.wrap { layer("a", $0) }.wrap { layer("b", $0) }
    let instance = try container.throwing()
    #expect(instance.label == "b(a(original))")
    #expect(try container.throwing() === instance)
    container.throwingByNumber.wrap { layer("c", $0) }
    #expect(try container.throwingByNumber(1).label == "c(1)")
    container.throwing.register { TestService("registered") }
    #expect(try container.throwing().label == "b(a(registered))")
  }

  @Test("An error is not wrapped, and no layer runs")
  func errors() throws {
    let wrapped = Counter()
    container.failing.wrap { inner in
      wrapped.increment()
      return inner
    }
    #expect(throws: TestError(number: 1)) { try container.failing() }
    #expect(wrapped.value == 0)
    container.failing.register { TestService("registered") }
    #expect(try container.failing().label == "registered")
    #expect(wrapped.value == 1)
  }

  @Test("An asynchronous factory keeps the wrapped instance")
  func asynchronous() async throws {
    container.asyncCached.wrap { layer("a", $0) }.wrap { layer("b", $0) }
    let instance = try await container.asyncCached()
    #expect(instance.label == "b(a(original))")
    #expect(try await container.asyncCached() === instance)
    #expect(container.asyncCached.resolvedOrNil() === instance)
    container.asyncCached.register { TestService("registered") }
    #expect(try await container.asyncCached().label == "b(a(registered))")
    #expect(container.built.value == 1)
  }

  @Test("Asynchronous factories of other scopes and with parameters are wrapped")
  func asynchronousScopes() async throws {
    container.asyncPlain.wrap { layer("a", $0) }
    #expect(await container.asyncPlain().label == "a(original)")
    container.asyncGraph.wrap { layer("b", $0) }
    #expect(await container.asyncGraph().label == "b(original)")
    container.asyncShared.wrap { layer("c", $0) }
    let instance = await container.asyncShared()
    #expect(instance.label == "c(original)")
    #expect(await container.asyncShared() === instance)
    container.asyncByNumber.wrap { layer("d", $0) }
    #expect(await container.asyncByNumber(1).label == "d(1)")
    container.asyncPerNumber.wrap { layer("e", $0) }
    let first = try await container.asyncPerNumber(1)
    #expect(first.label == "e(1)")
    #expect(try await container.asyncPerNumber(1) === first)
    #expect(try await container.asyncPerNumber(2).label == "e(2)")
  }

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

  @Test("Decorators of an asynchronous factory get the wrapped instance")
  func asynchronousDecorators() async throws {
    let seen = LockedArray<String>()
    container.asyncCached.decorator { instance, isNew in seen.append("\(instance.label) \(isNew)") }
    container.asyncCached.wrap { layer("a", $0) }
    _ = try await container.asyncCached()
    _ = try await container.asyncCached()
    #expect(seen.elements == ["a(original) true", "a(original) false"])
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
