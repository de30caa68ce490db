// Factory, MIT licence; see LICENSE
//
// Factories that may return nil, promised or not. (Guide: Optional / promised factories.) The text
// of the message is shown by `DocumentedMessages`.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class PromisingContainer: ManagedContainer {
  let manager = ContainerManager()

  init(triggersError: Bool = true) { manager.promiseTriggersError = triggersError }

  var loader: Factory<TestService?> { promised() }
  var keyedLoader: Factory<TestService?> { promised(key: "PromiseTests.loader") }
  var cachedLoader: Factory<TestService?> { promised().cached }
  var loaderByNumber: ParameterFactory<Int, TestService?> { promised() }
  var cachedLoaderByNumber: ParameterFactory<Int, TestService?> {
    promised().scopeOnParameters.cached
  }
}

/// A container that only its caller refers to.
@inline(never)
private func temporary(triggersError: Bool = false) -> PromisingContainer {
  PromisingContainer(triggersError: triggersError)
}

@Suite("Promised factories") struct PromiseTests {
  private let container = PromisingContainer()

  @Test("A promise resolves to what was registered, also with a key or a parameter")
  func registered() {
    container.loader.register { TestService("loader") }
    container.keyedLoader.register { TestService("keyed") }
    container.loaderByNumber.register { TestService("loader \($0)") }
    #expect(container.loader()?.label == "loader")
    #expect(container.keyedLoader()?.label == "keyed")
    #expect(container.loaderByNumber(2)?.label == "loader 2")
  }

  @Test("A promise may be registered to be nil")
  func registeredNil() {
    container.loader.register { nil }
    #expect(container.loader() == nil)
  }

  @Test("promiseTriggersError is on unless changed, and is each container's own")
  func setting() {
    #expect(ContainerManager().promiseTriggersError)
    container.manager.promiseTriggersError = false
    #expect(!container.manager.promiseTriggersError)
    #expect(PromisingContainer().manager.promiseTriggersError)
  }

  @Test("A promise that was nil once resolves when it is registered later, in a scope too")
  func registeredLater() {
    let container = PromisingContainer(triggersError: false)
    #expect(container.cachedLoader() == nil)
    container.cachedLoader.register { TestService("loader") }
    let loader = container.cachedLoader()
    #expect(loader != nil)
    #expect(container.cachedLoader() === loader)
  }

  // In separate processes, because a failure would trap and stop all tests.

  @Test("With promiseTriggersError off, a promise is nil, also after its container was released")
  func quiet() async {
    await #expect(processExitsWith: .success) {
      precondition(PromisingContainer(triggersError: false).loader() == nil)
      precondition(temporary().loader() == nil)
      precondition(temporary().cachedLoader() == nil)
      precondition(temporary().loaderByNumber(1) == nil)
      precondition(temporary().cachedLoaderByNumber(1) == nil)
      let loader = temporary().loader
      precondition(loader() == nil)
      precondition(loader() == nil)
    }
  }

  #if DEBUG
    @Test("A debug build stops at a promise without a registration, of a released container too")
    func trap() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = temporary(triggersError: true).loader()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("PromisingContainer.loader<"))
      await #expect(processExitsWith: .failure) {
        _ = temporary(triggersError: true).loaderByNumber(1)
      }
    }
  #else
    @Test("A release build resolves a promise without a registration to nil")
    func release() async {
      await #expect(processExitsWith: .success) {
        let container = PromisingContainer()
        precondition(container.loader() == nil)
        precondition(container.loaderByNumber(1) == nil)
        precondition(temporary(triggersError: true).loader() == nil)
        precondition(temporary(triggersError: true).loaderByNumber(1) == nil)
      }
    }
  #endif
}
