// Factory, MIT licence; see LICENSE
//
// Modifiers are applied again on each read: "the factory wins" in the guide, and its three ways
// out.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class WinningContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  func autoRegister() {
    #if DEBUG
      autoRegistered.onTest { TestService("mock") }
    #endif
  }
}

extension Scope {
  fileprivate static let outside = Cached()
}

extension WinningContainer {
  // The guide's example: contexts baked into the definition.
  var baked: Factory<any TestServiceType> {
    self { TestService() }
      .singleton
      .onTest { TestService("mock") }
      .onArg("baked argument") { TestService("argument") }
  }
  // Its way out 1: the context is set in autoRegister.
  var autoRegistered: Factory<any TestServiceType> { self { TestService() }.singleton }
  // Its way out 3.
  var once: Factory<any TestServiceType> {
    self { TestService() }
      .singleton
      .onTest { TestService("mock") }
      .once()
  }
  var onceAndAfter: Factory<any TestServiceType> {
    self { TestService() }.cached.once().onTest { TestService("after once") }
  }
  var onceTimed: Factory<any TestServiceType> {
    self { TestService() }.cached.timeToLive(1_000).once()
  }
  var onceParameter: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.onTest { TestService("mock \($0)") }.once()
  }
  var cached: Factory<any TestServiceType> { self { TestService() }.cached }
  var plain: Factory<any TestServiceType> { self { TestService() } }
}

extension ProcessWide {
  @Suite("The factory wins", .container) struct ModifierPrecedenceTests {
    private let container = WinningContainer()

    @Test("A scope in the definition wins over one from outside")
    func scope() {
      _ = container.cached.unique
      #expect(container.cached() === container.cached())
    }

    @Test("A scope set from outside applies where the definition has none")
    func scopeFromOutside() {
      _ = container.plain.cached
      #expect(container.plain() === container.plain())
    }

    @Test("The last scope wins")
    func lastWins() {
      let factory = container.cached.unique
      #expect(factory() !== factory())
    }

    @Test("A registration from outside is not overwritten by the definition")
    func registration() {
      container.cached.register { TestService("registered") }
      #expect(container.cached().label == "registered")
    }

    #if DEBUG
      @Test("A context in the definition wins over one from outside")
      func context() {
        container.baked.onTest { TestService("null") }
        #expect(container.baked().label == "mock")
      }

      @Test("A context set in autoRegister can be replaced from outside")
      func autoRegister() {
        #expect(container.autoRegistered().label == "mock")
        container.autoRegistered.onTest { TestService("null") }.reset(.scope)
        #expect(container.autoRegistered().label == "null")
      }

      @Test("A context chained where the factory is resolved wins")
      func callSite() {
        #expect(container.baked.onTest { TestService("null") }().label == "null")
      }

      @Test("A context chained where the factory is resolved applies to that resolution only")
      func callSiteAgain() {
        _ = container.baked.onTest { TestService("null") }()
        container.baked.reset(.scope)
        #expect(container.baked().label == "mock")
      }

      @Test("Changes from outside override what precedes .once()")
      func once() {
        container.once.onTest { TestService("null") }
        #expect(container.once().label == "null")
        #expect(container.once().label == "null")
      }

      @Test("What precedes .once() applies unless it is changed from outside")
      func onceAlone() {
        #expect(container.once().label == "mock")
        container.once.reset(.scope)
        #expect(container.once().label == "mock")
      }

      @Test("What follows .once() still wins")
      func afterOnce() {
        container.onceAndAfter.onTest { TestService("null") }
        #expect(container.onceAndAfter().label == "after once")
      }

      @Test(".once() works for a factory with a parameter")
      func onceParameter() {
        #expect(container.onceParameter(1).label == "mock 1")
        container.onceParameter.onTest { TestService("null \($0)") }
        #expect(container.onceParameter(2).label == "null 2")
      }

      @Test(".once() applies to each container instance separately")
      func oncePerContainer() {
        container.once.onTest { TestService("null") }
        let other = WinningContainer()
        other.once.reset(.scope)
        #expect(other.once().label == "mock")
      }

      @Test("A reset of the factory has the definition before .once() apply again")
      func onceReset() {
        container.once.onTest { TestService("null") }
        _ = container.once()
        container.once.reset()
        #expect(container.once().label == "mock")
      }

      @Test("A reset of the container has the definition before .once() apply again")
      func onceContainerReset() {
        container.once.onTest { TestService("null") }
        container.manager.reset()
        #expect(container.once().label == "mock")
      }

      @Test("A reset of the contexts does not restore those before .once()")
      func onceContextReset() {
        container.once.onTest { TestService("null") }
        container.once.reset(.context)
        #expect(container.once().label == TestService().label)
      }

      @Test("A reset of the container's contexts does not restore those before .once()")
      func onceContainerContextReset() {
        container.once.onTest { TestService("null") }
        container.manager.reset(options: .context)
        #expect(container.once().label == TestService().label)
      }
    #endif

    @Test("A scope from outside lasts over the one before .once()")
    func onceScope() {
      container.onceTimed.scope(.outside)
      let before = container.onceTimed()
      container.manager.reset(scope: .cached)
      #expect(container.onceTimed() === before)
      container.manager.reset(scope: .outside)
      #expect(container.onceTimed() !== before)
    }

    @Test("A reset of the instances leaves the scope from outside after .once()")
    func onceScopeReset() {
      _ = container.onceTimed.unique
      container.onceTimed.reset(.scope)
      #expect(container.onceTimed() !== container.onceTimed())
    }

    @Test("A time to live from outside lasts over the one before .once()")
    func onceTimeToLive() {
      let clock = ManualClock()
      container.manager.clock = clock.reading
      container.onceTimed.timeToLive(10)
      let before = container.onceTimed()
      clock.advance(seconds: 11)
      #expect(container.onceTimed() !== before)
    }

    @Test("A stored factory value keeps the modifiers that it was created with")
    func keptValue() {
      let factory = container.plain.cached
      #expect(factory() === factory())
      #expect(container.plain() === factory())
    }
  }
}
