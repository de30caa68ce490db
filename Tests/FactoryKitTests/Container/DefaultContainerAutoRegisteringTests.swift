// Factory, MIT licence; see LICENSE
//
// `AutoRegistering` on the default container, as an application conforms it, and the optional
// factories of other modules that it registers. (Guide: Cross-module wiring.)
import FactoryTestSupport
import FactoryTesting
import Testing

/// What `autoRegister` of the default container does in the current task: nothing, for the other
/// tests of this module.
///
/// A struct, because release builds of Swift 6.3 stop at a task-local whose type is a function.
struct DefaultContainerRegistrations: Sendable {
  @TaskLocal static var current: DefaultContainerRegistrations?
  let register: @Sendable (Container) -> Void
}

// Applications write `@retroactive`, which the compiler refuses inside the package.
extension Container: AutoRegistering {
  public func autoRegister() {
    DefaultContainerRegistrations.current?.register(self)
  }
}

// Module P: protocols and promises.
private protocol AccountLoading: AnyObject, Sendable {
  func load() -> [String]
}

extension Container {
  fileprivate var loader: Factory<AccountLoading?> { promised() }
  fileprivate var loaderFor: ParameterFactory<Int, AccountLoading?> { promised() }
  fileprivate var explicitNil: Factory<AccountLoading?> { self { nil } }
}

// Module A: the consumer.
private final class AccountScreen {
  @Injected(\.loader) var loader
  @LazyInjected(\.explicitNil) var lazyLoader
  var accounts: [String] { loader?.load() ?? [] }
}

// Module B: the implementation.
private final class AccountLoader: AccountLoading {
  func load() -> [String] { ["one", "two"] }
}

private let wire = DefaultContainerRegistrations { container in
  container.loader.register { AccountLoader() }
  container.loaderFor.register { _ in AccountLoader() }
  container.explicitNil.register { AccountLoader() }
}

@Suite struct DefaultContainerAutoRegisteringTests {
  @Test("The application registers a promised factory in `autoRegister`")
  func promise() {
    DefaultContainerRegistrations.$current.withValue(wire) {
      #expect(Container().loader() is AccountLoader)
    }
  }

  @Test("The application registers a promised factory with a parameter")
  func parameterPromise() {
    DefaultContainerRegistrations.$current.withValue(wire) {
      #expect(Container().loaderFor(1) is AccountLoader)
    }
  }

  @Test("The application registers a factory that is nil otherwise")
  func explicitNil() {
    DefaultContainerRegistrations.$current.withValue(wire) {
      #expect(Container().explicitNil() is AccountLoader)
    }
    #expect(Container().explicitNil() == nil)
  }

  @Test("A consumer gets what the application registered")
  func consumer() {
    let screen = DefaultContainerRegistrations.$current.withValue(wire) {
      Container.$shared.withValue(Container()) { AccountScreen() }
    }
    #expect(screen.accounts == ["one", "two"])
  }

  @Test("A consumer gets nil for what the application did not register")
  func consumerOfUnregistered() {
    let container = Container()
    container.manager.promiseTriggersError = false
    let screen = Container.$shared.withValue(container) { AccountScreen() }
    #expect(screen.accounts == [])
  }

  @Test("Registering in `autoRegister` does not resolve anything")
  func registeringIsLazy() {
    let calls = Counter()
    let wire = DefaultContainerRegistrations { container in
      container.loader.register {
        calls.increment()
        return AccountLoader()
      }
    }
    DefaultContainerRegistrations.$current.withValue(wire) {
      let container = Container()
      _ = container.explicitNil()
      #expect(calls.value == 0)
      _ = container.loader()
      #expect(calls.value == 1)
    }
  }

  @Test("The default container registers itself again after a full reset")
  func resetWiresAgain() {
    DefaultContainerRegistrations.$current.withValue(wire) {
      let container = Container()
      container.loader.register { nil }
      #expect(container.loader() == nil)
      container.reset()
      #expect(container.loader() is AccountLoader)
    }
  }

  @Test("`autoRegister` runs for the container of each test", .container)
  func containerOfTest() {
    DefaultContainerRegistrations.$current.withValue(wire) {
      #expect(Container.shared.loader() is AccountLoader)
    }
  }
}
