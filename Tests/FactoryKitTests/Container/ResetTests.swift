// Factory, MIT licence; see LICENSE
//
// What each reset removes and what it keeps.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class ResetContainer: ManagedContainer {
  let manager = ContainerManager()

  var service: Factory<TestService> { self { TestService() }.cached }
  var another: Factory<TestService> { self { TestService() }.cached }
  var plain: Factory<TestService> { self { TestService() } }
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
}

extension ProcessWide {
  @Suite("Resets", .container) struct ResetTests {
    private let container = ResetContainer()

    // The rest is in `KindRegistrationTests`.
    @Test(
      "A reset removes contexts if its options name them, and only then",
      arguments: Target.allCases,
      [
        (FactoryResetOptions.all, "original"), (.context, "original"), (.none, "context"),
        (.registration, "context"), (.scope, "context"),
      ])
    private func contexts(target: Target, expected: (options: FactoryResetOptions, label: String)) {
      container.service.context(.arg("reset tests: argument")) { TestService("context") }
      target.reset(container, expected.options)
      let label = ProcessWide.withContext {
        $0.arguments = ["reset tests: argument"]
      } _: {
        container.service().label
      }
      #expect(label == expected.label)
    }

    @Test("A factory's reset does not affect the container's other factories")
    func otherFactories() {
      let another = container.another()
      container.plain.register { TestService("registered") }
      container.service.reset()
      #expect(container.another() === another)
      #expect(container.plain().label == "registered")
    }

    @Test("A reset removes a scope set from outside")
    func scope() {
      let before = container.plain.cached()
      container.manager.reset()
      #expect(container.plain() !== before)
      #expect(container.plain() !== container.plain())
    }
  }
}
