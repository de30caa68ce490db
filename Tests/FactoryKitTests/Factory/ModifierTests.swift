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
}

extension ProcessWide {
  @Suite("The factory wins", .container) struct ModifierPrecedenceTests {
    private let container = WinningContainer()

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

      @Test("A context chained where the factory is resolved wins, for that resolution only")
      func callSite() {
        #expect(container.baked.onTest { TestService("null") }().label == "null")
        container.baked.reset(.scope)
        #expect(container.baked().label == "mock")
      }

      @Test("Changes from outside override what precedes .once(), in that container")
      func once() {
        container.once.onTest { TestService("null") }
        #expect(container.once().label == "null")
        #expect(container.once().label == "null")
        let other = WinningContainer()
        other.once.reset(.scope)
        #expect(other.once().label == "mock")
      }

      @Test("What follows .once() still wins")
      func afterOnce() {
        container.onceAndAfter.onTest { TestService("null") }
        #expect(container.onceAndAfter().label == "after once")
      }

      private static let resets: [@Sendable (WinningContainer, FactoryResetOptions) -> Void] = [
        { $0.once.reset($1) }, { $0.manager.reset(options: $1) },
      ]

      @Test(
        "A reset of the factory or container has what precedes .once() apply again",
        arguments: resets)
      private func onceReset(reset: @Sendable (WinningContainer, FactoryResetOptions) -> Void) {
        container.once.onTest { TestService("null") }
        reset(container, .all)
        #expect(container.once().label == "mock")
      }

      @Test("A reset of the contexts does not restore those before .once()", arguments: resets)
      private func onceContextReset(
        reset: @Sendable (WinningContainer, FactoryResetOptions) -> Void
      ) {
        container.once.onTest { TestService("null") }
        reset(container, .context)
        #expect(container.once().label == TestService().label)
      }
    #endif

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
  }
}
