// Factory, MIT licence; see LICENSE
//
// What each reset removes and what it keeps.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class ResetContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  let registrations = Counter()

  func autoRegister() {
    registrations.increment()
    autoRegistered.register { TestService("autoRegistered") }
  }
}

extension ResetContainer {
  var service: Factory<TestService> { self { TestService() }.cached }
  var another: Factory<TestService> { self { TestService() }.cached }
  var third: Factory<TestService> { self { TestService() }.shared }
  var plain: Factory<TestService> { self { TestService() } }
  var autoRegistered: Factory<TestService> { self { TestService() } }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }

  /// Registers, sets a context for an argument of the process, and resolves.
  func prepare() -> TestService {
    service.register { TestService("registered") }
    service.context(.arg("reset tests: argument")) { TestService("context") }
    return service()
  }
}

/// The effects of `prepare` that remain after a reset.
private struct Left: Equatable {
  var instance = true
  var registration = true
  var context = true

  static func of(_ container: ResetContainer, _ before: TestService) -> Left {
    let instance = container.service() === before
    container.service.reset(.scope)
    let registration = container.service().label == "registered"
    container.service.reset(.scope)
    let context = ProcessWide.withContext {
      $0.arguments = ["reset tests: argument"]
    } _: {
      container.service().label == "context"
    }
    return Left(instance: instance, registration: registration, context: context)
  }
}

extension ProcessWide {
  @Suite("Resets", .container) struct ResetTests {
    private let container = ResetContainer()

    private static let table: [(FactoryResetOptions, Left)] = [
      (.all, Left(instance: false, registration: false, context: false)),
      (.context, Left(context: false)),
      (.none, Left()),
      (.registration, Left(registration: false)),
      (.scope, Left(instance: false)),
    ]

    @Test("A factory's reset removes what its options name and nothing else", arguments: table)
    private func factory(options: FactoryResetOptions, left: Left) {
      let before = container.prepare()
      container.service.reset(options)
      #expect(Left.of(container, before) == left)
    }

    @Test("A manager's reset removes what its options name and nothing else", arguments: table)
    private func manager(options: FactoryResetOptions, left: Left) {
      let before = container.prepare()
      container.manager.reset(options: options)
      #expect(Left.of(container, before) == left)
    }

    @Test("A container's reset is the same as its manager's", arguments: table)
    private func container(options: FactoryResetOptions, left: Left) {
      let before = container.prepare()
      container.reset(options: options)
      #expect(Left.of(container, before) == left)
    }

    @Test("A reset without options resets everything")
    func withoutOptions() {
      let nothing = Left(instance: false, registration: false, context: false)
      for reset in [
        { self.container.service.reset() }, { self.container.manager.reset() },
        { self.container.reset() },
      ] as [() -> Void] {
        let before = container.prepare()
        reset()
        #expect(Left.of(container, before) == nothing)
      }
    }

    @Test("A factory's reset does not affect the container's other factories")
    func otherFactories() {
      let another = container.another()
      container.plain.register { TestService("registered") }
      _ = container.prepare()
      container.service.reset()
      #expect(container.another() === another)
      #expect(container.plain().label == "registered")
    }

    @Test("A container's reset does not affect other containers")
    func otherContainers() {
      let other = ResetContainer()
      let before = other.prepare()
      container.manager.reset()
      #expect(Left.of(other, before) == Left())
    }

    @Test("A reset removes a scope set from outside")
    func scope() {
      let before = container.plain.cached()
      container.manager.reset()
      #expect(container.plain() !== before)
      #expect(container.plain() !== container.plain())
    }

    @Test("reset(scope:) evicts one scope's instances and no others")
    func resetScope() {
      let (third, before) = (container.third(), container.prepare())
      container.manager.reset(scope: .cached)
      #expect(container.third() === third)
      #expect(Left.of(container, before) == Left(instance: false))
    }

    @Test("A container's reset(scope:) is the same as its manager's")
    func containerResetScope() {
      let before = container.prepare()
      container.reset(scope: .cached)
      #expect(Left.of(container, before) == Left(instance: false))
    }

    @Test("A factory's reset can be followed by what it registers or resolves")
    func chained() {
      _ = container.prepare()
      #expect(container.service.reset()().label == "original")
      #expect(container.service.reset().register { TestService("new") }().label == "new")
    }

    @Test("A reset of a factory with a parameter removes its registration")
    func parameter() {
      container.byNumber.register { TestService("registered \($0)") }
      container.byNumber.reset()
      #expect(container.byNumber(1).label == "1")
    }

    @Test(
      "autoRegister runs again after a reset of registrations or of everything",
      arguments: [
        (FactoryResetOptions.all, 2), (.registration, 2), (.scope, 1), (.context, 1), (.none, 1),
      ])
    func autoRegister(options: FactoryResetOptions, runs: Int) {
      #expect(container.autoRegistered().label == "autoRegistered")
      container.manager.reset(options: options)
      #expect(container.autoRegistered().label == "autoRegistered")
      #expect(container.registrations.value == runs)
    }

    @Test("A factory's reset does not run autoRegister again")
    func factoryAutoRegister() {
      #expect(container.autoRegistered().label == "autoRegistered")
      container.autoRegistered.reset()
      #expect(container.autoRegistered().label == "original")
      #expect(container.registrations.value == 1)
    }

    @Test("A reset of a container that was never used is harmless")
    func unused() {
      container.manager.reset()
      container.manager.reset(scope: .cached)
      #expect(container.service().label == "original")
    }
  }
}
