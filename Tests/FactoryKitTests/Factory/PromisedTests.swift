// Factory, MIT licence; see LICENSE
//
// `promised()` without a registration, and other traps.
import FactoryKitTestSupport
import FactoryTesting
import Testing

final class PromisingContainer: SharedContainer {
  @TaskLocal static var shared = PromisingContainer()
  let manager = ContainerManager()
}

final class ForgettingContainer: SharedContainer, Resolving {
  @TaskLocal static var shared = ForgettingContainer()
  let manager = ContainerManager()
}

extension PromisingContainer {
  fileprivate var loader: Factory<TestService?> { promised() }
  fileprivate var parameterLoader: ParameterFactory<Int, TestService?> { promised() }
  static let loaderLine = #line - 2
}

@Suite("Promised factories") struct PromisedTests {
  private static let product = "Swift.Optional<FactoryKitTestSupport.TestService>"
  private let container = PromisingContainer()

  @Test("A promise with a registration resolves to what was registered")
  func kept() {
    container.loader.register { TestService("loader") }
    container.parameterLoader.register { TestService("loader \($0)") }
    #expect(container.loader()?.label == "loader")
    #expect(container.parameterLoader(2)?.label == "loader 2")
  }

  @Test("With promiseTriggersError off, a promise without a registration resolves to nil")
  func quiet() {
    container.manager.promiseTriggersError = false
    #expect(container.loader() == nil)
    #expect(container.parameterLoader(2) == nil)
  }

  @Test("promiseTriggersError is on unless changed, and is each container's own")
  func setting() {
    container.manager.promiseTriggersError = false
    #expect(PromisingContainer().manager.promiseTriggersError)
  }

  #if DEBUG
    @Test("A debug build stops at a promise without a registration and reports how to fix it")
    func trap() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = PromisingContainer.shared.loader()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "FactoryKit: FactoryKitFactoryTests.PromisingContainer.loader<\(Self.product)> was promised "
            + "at FactoryKitFactoryTests/PromisedTests.swift:\(PromisingContainer.loaderLine), but "
            + "nothing is registered for it.\nTo fix this: register it before it is resolved, "
            + "usually in autoRegister() of the app's container, or set promiseTriggersError to "
            + "false on the container's manager to get nil."))
    }

    @Test("A debug build stops at a promise with a parameter and without a registration")
    func parameterTrap() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = PromisingContainer.shared.parameterLoader(1)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "PromisingContainer.parameterLoader<\(Self.product)> was promised at"))
    }
  #else
    @Test("A release build resolves a promise without a registration to nil")
    func release() {
      #expect(container.loader() == nil)
      #expect(container.parameterLoader(1) == nil)
    }
  #endif
}

@Suite("Registrations by type that were reset") struct ForgottenRegistrationTests {
  @Test(
    "A factory by type whose registration was reset stops the program and reports how to fix it")
  func trap() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = ForgettingContainer.shared
      let factory = container.register { TestService() }
      container.reset()
      _ = factory()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "FactoryKit: the factory of FactoryKitFactoryTests.ForgettingContainer for "
          + "FactoryKitTestSupport.TestService has no registration any more.\nTo fix this: ask "
          + "container.factory(FactoryKitTestSupport.TestService.self) again after a reset, or register "
          + "the type again."))
  }
}
