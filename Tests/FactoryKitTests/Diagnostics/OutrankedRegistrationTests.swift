// Factory, MIT licence; see LICENSE
//
// In debug builds, the library reports a registration that has no effect because of a context. The
// text is shown by `DocumentedMessages`.
#if DEBUG
  import FactoryKitTestSupport
  import FactoryTesting
  import Testing

  private final class OutrankedContainer: SharedContainer {
    @TaskLocal static var shared = OutrankedContainer()
    let manager = ContainerManager()
  }

  extension OutrankedContainer {
    fileprivate var reported: Factory<Int> { self { 0 }.onTest { 1 } }
    fileprivate var notInForce: Factory<Int> { self { 0 }.onArg("an argument nobody has") { 1 } }
    fileprivate var plain: Factory<Int> { self { 0 } }
    fileprivate var removed: Factory<Int> { self { 0 } }
    fileprivate var later: Factory<Int> { self { 0 } }
  }

  private final class OutrankedAutoContainer: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = OutrankedAutoContainer()
    let manager = ContainerManager()
    var number: Factory<Int> { self { 0 }.onTest { 1 } }
    func autoRegister() { number.register { 2 } }
  }

  extension ProcessWide {
    @Suite("Registrations that a context outranks") struct OutrankedRegistrationTests {
      private let container = OutrankedContainer()

      private func log(_ body: () -> Void) -> [String] {
        ProcessWide.log(naming: "Outranked", body)
      }

      @Test("It is logged once for a factory, whatever the number of containers")
      func once() {
        let lines = log {
          container.reported.register { 2 }
          container.reported.register { 3 }
          OutrankedContainer().reported.register { 4 }
        }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("OutrankedContainer.reported<") == true)
        #expect(container.reported() == 1)
      }

      @Test("A registration that is used is not reported")
      func used() {
        let lines = log {
          container.plain.register { 2 }
          container.notInForce.register { 2 }
          container.removed.onTest { 1 }
          container.removed.reset(.context).register { 2 }
        }
        #expect(lines.isEmpty)
        #expect([container.plain(), container.notInForce(), container.removed()] == [2, 2, 2])
      }

      @Test("A context that is set after the registration is not reported")
      func contextLater() {
        let lines = log { container.later.register { 2 }.onTest { 1 } }
        #expect(lines.isEmpty)
      }

      @Test("A registration inside of autoRegister is not reported")
      func autoRegister() {
        let lines = log { #expect(OutrankedAutoContainer().number() == 1) }
        #expect(lines.isEmpty)
      }
    }
  }
#endif
