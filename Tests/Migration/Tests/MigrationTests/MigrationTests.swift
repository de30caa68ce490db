// Factory, MIT licence; see LICENSE
//
// One program, two modules: they share instances, registrations and scopes through one factory.
import FactoryTesting
import Legacy
import Modern
import Testing

private typealias Old1 = Legacy.LegacyScreen

// Serialized, because pushing and popping registrations is for the whole process.
@Suite("A 1.x module and a 3.0 module in one program", .container, .serialized)
struct MigrationTests {
  @Test("A migrated factory is the same for users of both forms")
  func moved() {
    Old.withStatics {
      let (legacy, modern) = (Old1(), ModernScreen())
      #expect(legacy.network === modern.network)
      #expect(legacy.token === Container.shared.token())
      #expect(legacy.resolveAnother() === Container.shared.token())
      let processor = PaymentsContainer.shared.processor()
      #expect(legacy.processor === processor)
      #expect(PaymentsNames.processor() === processor)
      #expect(Statics.greeting("Ada").text == "Hello, Ada")
      #expect(PaymentsNames.made(3).text == "Receipt 3")
    }
  }

  @Test("A registration in either module applies to both")
  func registrations() {
    Old.withStatics {
      Statics.network.register { LiveNetwork("by 1.x") }
      #expect(ModernScreen().network.name == "by 1.x")
      Container.shared.network.register { LiveNetwork("by 3.0") }
      #expect(Old1().network.name == "by 3.0")
      Statics.greeting.register { Greeting("Bye, \($0)") }
      #expect(Container.shared.greeting("Ada").text == "Bye, Ada")
      Statics.greeting.reset()
      #expect(Container.shared.greeting("Ada").text == "Hello, Ada")
    }
  }

  @Test("A factory that is not migrated yet is the same for users of both forms")
  func notMoved() {
    Old.withStatics {
      let screen = MixedScreen()
      #expect(screen.modern === screen.legacy)
      #expect(screen.modern === Container.shared.clock())
      Container.shared.clock.register { Clock("by 3.0") }
      #expect(Old.clock.name == "by 3.0")
      Old.registerClock("by 1.x")
      #expect(Container.shared.clock().name == "by 1.x")
      #expect(Container.shared.alarm(7).name == "alarm 7")
      #expect(screen.number == 42)
      #expect(OldContainer.doubled(4) == 8)
      screen.reset(.scope)
      let session = Old.session
      #expect(screen.session === session)
    }
  }

  @Test("A 1.x scope can be given to a 3.0 factory, and its reset reaches it")
  func scopes() {
    Old.withStatics {
      let (session, visitor) = (Old.session, Container.shared.visitor())
      #expect(Old.visitor === visitor)
      #expect(!Old.isSessionEmpty)
      Old.logOut()
      #expect(Old.isSessionEmpty)
      #expect(Old.session !== session)
      #expect(Container.shared.visitor() !== visitor)
    }
  }

  @Test("Resetting all 1.x scopes includes moved factories; singletons only if asked to")
  func allScopes() {
    Old.withStatics {
      let (token, network) = (Container.shared.token(), Container.shared.network())
      let processor = PaymentsNames.processor()
      #expect(Old1().token === token)
      #expect(Old1().network === network)
      #expect(!Old.isSharedEmpty)
      Old.resetScopes()
      #expect(Container.shared.token() !== token)
      #expect(Container.shared.network() === network)
      #expect(PaymentsNames.processor() !== processor)
      #expect(!Old.areSingletonsEmpty)
      Old.resetScopes(includingSingletons: true)
      #expect(Old.areSingletonsEmpty)
      #expect(Container.shared.network() !== network)
    }
  }

  @Test("push and pop of 1.x tests include what moved, mocked singletons as well")
  func pushPop() {
    Old.withStatics {
      let original = Old1().network
      Old.push()
      Statics.network.register { LiveNetwork("mock") }
      Container.shared.token.register { Token() }
      #expect(ModernScreen().network.name == "mock")
      #expect(!Old.hasNoRegistrations)
      Old.pop()
      #expect(ModernScreen().network === original)
      #expect(Old.hasNoRegistrations)
    }
  }

  @Test("Resetting 1.x registrations includes what moved")
  func resetting() {
    Old.withStatics {
      Statics.token.register { Token() }
      Statics.greeting.register { Greeting($0) }
      Container.shared.visit.register { Token() }
      Old.resetRegistrations()
      #expect(Old.hasNoRegistrations)
      #expect(Container.shared.greeting("Ada").text == "Hello, Ada")
    }
  }

  @Test("A program's own session scope wins over the deprecated one, across modules")
  func session() {
    #expect(Scope.session === Container.shared.visit.scopeOfModern)
    let visit = Container.shared.visit()
    Container.shared.reset(scope: .session)
    #expect(Container.shared.visit() !== visit)
  }
}

extension Factory {
  /// The scope that `visit` names, read in this module.
  fileprivate var scopeOfModern: Scope { .session }
}
