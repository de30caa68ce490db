// Factory, MIT licence; see LICENSE
//
// One program, two modules: they share instances, registrations and scopes through one factory.
import FactoryTesting
import Legacy
import Modern
import Testing

/// ../../../FactoryTests/Migration tests what registrations, scopes and resets do to both forms.
@Suite("A 1.x module and a 3.0 module in one program", .container)
struct MigrationTests {
  @Test("A migrated factory is the same for users of both forms")
  func moved() {
    Old.withStatics {
      let (legacy, modern) = (LegacyScreen(), ModernScreen())
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
