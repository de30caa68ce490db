// Factory, MIT licence; see LICENSE
//
// What layers do with instances; and layers as registrations: what adding one changes, and what removes it.
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

  @Test("A layer wraps the instance of a context")
  func context() {
    container.plain.wrap { layer("a", $0) }
    container.plain.context(.simulator, .device) { TestService("context") }
    #expect(container.plain().label == "a(context)")
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

  @Test("A layer of an asynchronous factory may resolve others, as part of the resolution")
  func asynchronousNesting() async throws {
    container.asyncCached.wrap { [unowned container] inner in
      container.graph() === container.graph() ? layer(container.plain().label, inner) : inner
    }
    #expect(try await container.asyncCached().label == "original(original)")
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

@Suite(.wrappedContainer)
struct WrapChangeTests {
  let container = WrappedContainer.shared

  @Test("A new layer drops what was kept, also a singleton, and the wrapped instance is kept")
  func evicts() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      for factory in [container.cached, container.singleton, container.session, container.timed] {
        let instance = factory()
        factory.wrap { layer("a", $0) }
        #expect(factory.resolvedOrNil() == nil)
        let wrapped = factory()
        #expect(wrapped !== instance)
        #expect(wrapped.label == "a(original)")
        #expect(factory() === wrapped)
      }
    }
  }

  @Test("A call site replaces its own layer, at its place, and drops what was kept")
  func replaces() {
    container.wrapCached("a")
    container.cached.wrap { layer("b", $0) }
    #expect(container.cached().label == "b(a(original))")
    container.wrapCached("c")
    #expect(container.cached.resolvedOrNil() == nil)
    #expect(container.cached().label == "b(c(original))")
  }

  @Test("A call site that adds the same closure again changes nothing")
  func again() {
    func wrap() { container.cached.wrap { layer("a", $0) } }
    wrap()
    let instance = container.cached()
    wrap()
    #expect(container.cached() === instance)
    #expect(instance.label == "a(original)")
  }

  @Test("Two calls in one line are two layers")
  func oneLine() {
    container.plain.wrap { layer("a", $0) }.wrap { layer("a", $0) }
    #expect(container.plain().label == "a(a(original))")
  }

  @Test("A definition that wraps adds each layer once, and drops nothing when it is read again")
  func definition() {
    let instance = container.defined()
    #expect(instance.label == "outer(inner(original))")
    #expect(container.defined() === instance)
    container.defined.wrap { layer("outside", $0) }
    #expect(container.defined().label == "outside(outer(inner(original)))")
    #expect(container.built.value == 2)
  }

  @Test("A definition that wraps does not drop the process's singleton in a new container")
  func definitionOfSingleton() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let instance = container.definedSingleton()
      #expect(instance.label == "defined(original)")
      #expect(WrappedContainer().definedSingleton() === instance)
    }
  }

  @Test("A definition's layer that captures new values replaces the earlier one and drops nothing")
  func capturingDefinition() {
    for factory in [{ container.capturing }, { container.keyed }] as [() -> Factory<TestService>] {
      container.prefix.withLock { $0 = "first" }
      let instance = factory()()
      #expect(instance.label == "first(original)")
      container.prefix.withLock { $0 = "second" }
      #expect(factory()() === instance)
      factory().reset(.scope)
      #expect(factory()().label == "second(original)")
    }
  }

  @Test("reset(.registration) removes the layers; a definition adds its own again")
  func resetRegistration() {
    container.cached.wrap { layer("a", $0) }
    container.cached.register { TestService("registered") }
    #expect(container.cached().label == "a(registered)")
    container.cached.reset(.registration)
    container.cached.reset(.scope)
    #expect(container.cached().label == "original")

    container.defined.wrap { layer("outside", $0) }
    let instance = container.defined()
    container.defined.reset(.registration)
    #expect(container.defined() === instance)
    container.reset(options: .registration)
    container.defined.reset(.scope)
    #expect(container.defined().label == "outer(inner(original))")
  }

  @Test("reset() removes the layers; reset(.scope) and reset(.context) do not")
  func otherResets() {
    container.cached.wrap { layer("a", $0) }
    container.cached.reset(.scope)
    container.cached.reset(.context)
    #expect(container.cached().label == "a(original)")
    container.cached.reset()
    #expect(container.cached().label == "original")
  }

  @Test("pop restores the layers and the instance from before push")
  func snapshots() {
    container.cached.wrap { layer("a", $0) }
    let instance = container.cached()
    container.manager.push()
    container.cached.wrap { layer("b", $0) }
    #expect(container.cached().label == "b(a(original))")
    container.manager.push()
    container.cached.reset()
    #expect(container.cached().label == "original")
    container.manager.pop()
    #expect(container.cached().label == "b(a(original))")
    container.manager.pop()
    #expect(container.cached() === instance)
  }

  @Test("Before once(), a definition's layer is added once")
  func once() {
    #expect(container.once().label == "once(original)")
    container.once.wrap { layer("outside", $0) }
    #expect(container.once().label == "outside(once(original))")
    container.once.reset(.registration)
    container.once.reset(.scope)
    #expect(container.once().label == "original")
    container.once.reset()
    #expect(container.once().label == "once(original)")
  }

  @Test("A layer added in autoRegister wraps, and does not drop the process's singleton")
  func autoRegister() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let instance = container.singleton()
      let registering = WrappedContainer {
        $0.singleton.wrap { layer("a", $0) }
        $0.cached.wrap { layer("b", $0) }
      }
      #expect(registering.cached().label == "b(original)")
      #expect(registering.singleton() === instance)
      registering.reset(options: .registration)
      registering.reset(options: .scope)
      #expect(registering.cached().label == "b(original)")
    }
  }

  @Test("An instance that is built while a layer is added goes to those that wait, and is not kept")
  func duringConstruction() {
    let (begun, gate) = (Gate(), Gate())
    container.cached.register {
      begun.open()
      gate.wait()
      return TestService("slow")
    }
    let label = LockedValue("")
    let thread = TestThread { [container] in
      let instance = container.cached()
      label.withLock { $0 = instance.label }
    }
    begun.wait()
    container.cached.wrap { layer("a", $0) }
    gate.open()
    thread.join()
    #expect(label.withLock { $0 } == "slow")
    #expect(container.cached().label == "a(slow)")
  }

  @Test("The container releases its layers")
  func lifetime() {
    final class Captured: Sendable {}
    weak var captured: Captured?
    do {
      let (container, object) = (WrappedContainer(), Captured())
      captured = object
      container.cached.wrap { inner in withExtendedLifetime(object) { layer("a", inner) } }
      _ = container.cached()
      #expect(captured != nil)
    }
    #expect(captured == nil)
  }
}
