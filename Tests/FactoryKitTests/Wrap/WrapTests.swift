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

  @Test("The wrapped instance is cached")
  func kept() {
    container.cached.wrap { layer("a", $0) }
    let instance = container.cached()
    #expect(instance.label == "a(original)")
    #expect(container.cached() === instance)
    #expect(container.cached.resolvedOrNil() === instance)
    #expect(container.built.value == 1)
  }

  @Test("The first layer is the innermost")
  func order() {
    container.cached.wrap { layer("a", $0) }.wrap { layer("b", $0) }
    container.cached.wrap { layer("c", $0) }
    #expect(container.cached().label == "c(b(a(original)))")
  }

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

  @Test("Every resolution without a scope is wrapped")
  func unscoped() {
    container.plain.wrap { layer("a", $0) }
    #expect(container.plain().label == "a(original)")
    #expect(container.plain.unique().label == "a(original)")
    #expect(container.plain() !== container.plain())
  }

  @Test("A weakly held instance is the wrapped one")
  func weak() {
    container.shared.wrap { layer("a", $0) }
    var instance: TestService? = container.shared()
    #expect(instance?.label == "a(original)")
    #expect(container.shared() === instance)
    instance = nil
    #expect(container.shared.resolvedOrNil() == nil)
    #expect(container.shared().label == "a(original)")
  }

  @Test("Singletons, sessions and timed instances are wrapped once")
  func otherScopes() {
    for factory in [container.singleton, container.session, container.timed] {
      factory.wrap { layer("a", $0) }
      let instance = factory()
      #expect(instance.label == "a(original)")
      #expect(factory() === instance)
    }
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

  @Test("Decorators get the wrapped instance")
  func decorators() {
    let seen = LockedArray<String>()
    container.cached.decorator { seen.append($0.label) }
    container.cached.wrap { layer("a", $0) }
    _ = container.cached()
    #expect(seen.elements == ["a(original)"])
    container.decorator { seen.append("\(($0 as? TestService)?.label ?? "")") }
    container.plain.wrap { layer("b", $0) }
    _ = container.plain()
    #expect(seen.elements == ["a(original)", "b(original)"])
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

  @Test("A factory with a parameter wraps the instance of each parameter")
  func parameters() {
    container.byNumber.wrap { layer("a", $0) }
    #expect(container.byNumber(1).label == "a(1)")
    container.perNumber.wrap { layer("b", $0) }
    let instance = container.perNumber(1)
    #expect(instance.label == "b(1)")
    #expect(container.perNumber(1) === instance)
    #expect(container.perNumber(2).label == "b(2)")
    #expect(container.perNumber.resolvedOrNil(1) === instance)
  }

  @Test("An injected property gets the wrapped instance")
  func injected() {
    container.cached.wrap { layer("a", $0) }
    final class Owner {
      @Injected(\WrappedContainer.cached) var injected
      @LazyInjected(\WrappedContainer.cached) var lazily
      @DynamicInjected(\WrappedContainer.plain) var dynamic
    }
    container.plain.wrap { layer("b", $0) }
    let owner = Owner()
    #expect(owner.injected.label == "a(original)")
    #expect(owner.lazily === owner.injected)
    #expect(owner.dynamic.label == "b(original)")
    #expect(dependency(\WrappedContainer.cached) === owner.injected)
  }

  @Test("A watcher gets one event for a wrapped instance")
  func watched() {
    container.cached.wrap { layer("a", $0) }
    let events = LockedArray<ResolutionEvent>()
    let watch = container.manager.watch { events.append($0) }
    _ = container.cached()
    _ = container.cached()
    watch.cancel()
    #expect(events.elements.map(\.kind) == [.built, .kept])
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
}
