// Factory, MIT licence; see LICENSE
//
// What layers do with instances.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite(.wrappedContainer)
struct WrapTests {
  let container = WrappedContainer.shared

  @Test("A layer may return another type behind the factory's protocol")
  func protocols() {
    final class Loud: TestServiceType {
      let label: String
      init(_ inner: any TestServiceType) { label = inner.label.uppercased() }
    }
    container.protocolTyped.wrap { Loud($0) }
    #expect(container.protocolTyped().label == "ORIGINAL")
    #expect(container.protocolTyped() is Loud)
  }

  @Test("The graph scope shares the wrapped instance")
  func graph() {
    container.graph.wrap { layer("a", $0) }
    #expect(container.graph().label == "a(original)")
    #expect(container.graphTwice())
  }

  @Test("A layer wraps a registered instance, and one for a context")
  func otherClosures() {
    container.plain.wrap { layer("a", $0) }
    container.plain.register { TestService("registered") }
    #expect(container.plain().label == "a(registered)")
    container.plain.onArg("wrapping") { TestService("context") }
    FactoryContext.setArg("wrapping", forKey: "wrapping")
    #expect(container.plain().label == "a(context)")
    FactoryContext.removeArg(forKey: "wrapping")
    #expect(container.plain().label == "a(registered)")
  }

  @Test("A layer gets nil, and may return nil")
  func optional() {
    container.optional.wrap { $0 ?? TestService("instead of nil") }
    #expect(container.optional()?.label == "instead of nil")
    container.optional.wrap { _ in nil }
    #expect(container.optional() == nil)
    #expect(container.optional() == nil)
  }

  @Test("A layer may resolve other factories, as part of the resolution")
  func nested() {
    container.cached.wrap { [unowned container] in
      layer(container.plain().label, $0)
    }
    #expect(container.cached().label == "original(original)")
    container.cached.wrap { [unowned container] in
      container.graph() === container.graph() ? layer("same", $0) : $0
    }
    #expect(container.cached().label == "same(original(original))")
  }

  @Test("An injected property gets the wrapped instance")
  func injected() {
    container.cached.wrap { layer("a", $0) }
    @Injected(\WrappedContainer.cached) var injected
    @LazyInjected(\WrappedContainer.cached) var lazily
    @DynamicInjected(\WrappedContainer.cached) var dynamic
    #expect(injected.label == "a(original)")
    #expect(lazily === injected)
    #expect(dynamic === injected)
    #expect(dependency(\WrappedContainer.cached) === injected)
  }

  @Test("A watcher gets one event for a wrapped instance")
  func watched() {
    container.cached.wrap { layer("a", $0) }
    let events = container.events { for _ in 0..<2 { _ = container.cached() } }
    #expect(events.map(\.kind) == [.built, .kept])
  }

  @Test("Threads that wait for the instance get the wrapped one, and the layer runs once")
  func threads() {
    let begun = Gate()
    let wrapped = Counter()
    container.cached.wrap { inner in
      begun.wait()
      wrapped.increment()
      return layer("a", inner)
    }
    let first = TestThread { [container] in _ = container.cached() }
    let others = (0..<8).map { _ in
      TestThread { [container] in #expect(container.cached().label == "a(original)") }
    }
    begun.open()
    for thread in others + [first] { thread.join() }
    #expect(wrapped.value == 1)
    #expect(container.built.value == 1)
  }

  @Test("Layers run with no lock held: one may change its own factory")
  func noLock() {
    container.cached.wrap { [unowned container] inner in
      container.cached.reset(.scope)
      container.manager.push()
      container.manager.pop()
      return layer("a", inner)
    }
    #expect(container.cached().label == "a(original)")
    // It was reset while it was built, so it was not kept.
    #expect(container.cached.resolvedOrNil() == nil)
  }

  #if os(Linux) || os(macOS) || os(Windows)
    @Test("A layer that needs its own factory is a circular dependency")
    func circle() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let container = WrappedContainer()
        container.cached.wrap { layer($0.label, container.plain()) }
        container.plain.wrap { layer($0.label, container.cached()) }
        _ = container.cached()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("cached<"))
      #expect(text.contains("plain<"))
    }
  #endif

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
