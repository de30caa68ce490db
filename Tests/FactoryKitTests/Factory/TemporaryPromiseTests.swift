// Factory, MIT licence; see LICENSE
//
// Promises of containers that are released before the promise is resolved.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class TemporaryContainer: ManagedContainer {
  let manager = ContainerManager()

  var loader: Factory<TestService?> { promised() }
  var cachedLoader: Factory<TestService?> { promised().cached }
  var parameterLoader: ParameterFactory<Int, TestService?> { promised() }
  var cachedParameterLoader: ParameterFactory<Int, TestService?> {
    promised().scopeOnParameters.cached
  }
}

/// A container that only its caller refers to.
@inline(never)
private func makeContainer(triggersError: Bool) -> TemporaryContainer {
  let container = TemporaryContainer()
  container.manager.promiseTriggersError = triggersError
  return container
}

@Suite("Promises of temporary containers") struct TemporaryPromiseTests {
  // In separate processes, because a failure would trap and stop all tests.

  @Test("With promiseTriggersError off a temporary container's promise resolves to nil")
  func quiet() async {
    await #expect(processExitsWith: .success) {
      precondition(makeContainer(triggersError: false).loader() == nil)
    }
  }

  @Test("With promiseTriggersError off a temporary container's promise with a scope is nil")
  func quietCached() async {
    await #expect(processExitsWith: .success) {
      precondition(makeContainer(triggersError: false).cachedLoader() == nil)
    }
  }

  @Test("With promiseTriggersError off a temporary container's promise with a parameter is nil")
  func quietParameter() async {
    await #expect(processExitsWith: .success) {
      precondition(makeContainer(triggersError: false).parameterLoader(1) == nil)
      precondition(makeContainer(triggersError: false).cachedParameterLoader(1) == nil)
    }
  }

  @Test("A promised factory value works after its container is released")
  func value() async {
    await #expect(processExitsWith: .success) {
      let loader = makeContainer(triggersError: false).loader
      precondition(loader() == nil)
      precondition(loader() == nil)
    }
  }

  #if DEBUG
    @Test("A debug build reports that nothing is registered for a temporary container's promise")
    func trap() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = makeContainer(triggersError: true).loader()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "TemporaryContainer.loader<Swift.Optional<FactoryKitTestSupport.TestService>> was promised at"
        ))
    }

    @Test("A debug build reports a temporary container's promise with a parameter as well")
    func parameterTrap() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = makeContainer(triggersError: true).parameterLoader(1)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          "TemporaryContainer.parameterLoader<Swift.Optional<FactoryKitTestSupport.TestService>> "
            + "was promised at"))
    }
  #else
    @Test("A release build resolves a temporary container's promise to nil")
    func release() async {
      await #expect(processExitsWith: .success) {
        precondition(makeContainer(triggersError: true).loader() == nil)
        precondition(makeContainer(triggersError: true).parameterLoader(1) == nil)
      }
    }
  #endif
}
