// Factory, MIT licence; see LICENSE
//
// What each reset removes and what it keeps.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class ResetContainer: ManagedContainer {
  let manager = ContainerManager()

  var service: Factory<TestService> { self { TestService() }.cached }
  var another: Factory<TestService> { self { TestService() }.cached }
  var third: Factory<TestService> { self { TestService() }.shared }
  var plain: Factory<TestService> { self { TestService() } }

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

/// What is reset.
private enum Target: CaseIterable {
  case factory, manager, container

  func reset(_ container: ResetContainer, _ options: FactoryResetOptions) {
    switch self {
    case .factory: container.service.reset(options)
    case .manager: container.manager.reset(options: options)
    case .container: container.reset(options: options)
    }
  }

  func reset(_ container: ResetContainer) {
    switch self {
    case .factory: container.service.reset()
    case .manager: container.manager.reset()
    case .container: container.reset()
    }
  }
}

extension ProcessWide {
  @Suite("Resets", .container) struct ResetTests {
    private let container = ResetContainer()
    private static let nothing = Left(instance: false, registration: false, context: false)

    @Test(
      "A reset removes what its options name and nothing else", arguments: Target.allCases,
      [
        (FactoryResetOptions.all, nothing), (.context, Left(context: false)), (.none, Left()),
        (.registration, Left(registration: false)), (.scope, Left(instance: false)),
      ])
    private func options(
      target: Target, expected: (options: FactoryResetOptions, left: Left)
    ) {
      let before = container.prepare()
      target.reset(container, expected.options)
      #expect(Left.of(container, before) == expected.left)
    }

    @Test("A reset without options resets everything", arguments: Target.allCases)
    private func withoutOptions(target: Target) {
      let before = container.prepare()
      target.reset(container)
      #expect(Left.of(container, before) == Self.nothing)
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

    @Test(
      "reset(scope:) of a manager or container evicts one scope's instances and no others",
      arguments: [true, false])
    func resetScope(ofManager: Bool) {
      let (third, before) = (container.third(), container.prepare())
      if ofManager {
        container.manager.reset(scope: .cached)
      } else {
        container.reset(scope: .cached)
      }
      #expect(container.third() === third)
      #expect(Left.of(container, before) == Left(instance: false))
    }

    @Test("A factory's reset can be followed by what it registers or resolves")
    func chained() {
      _ = container.prepare()
      #expect(container.service.reset()().label == "original")
      #expect(container.service.reset().register { TestService("new") }().label == "new")
    }

    @Test("A reset of a container that was never used is harmless")
    func unused() {
      container.manager.reset()
      container.manager.reset(scope: .cached)
      #expect(container.service().label == "original")
    }
  }
}
