// Factory, MIT licence; see LICENSE
//
// Factories that may return nil, promised or not. (Guide: Optional / promised factories.) A promise
// without a registration stops the process in a debug build, so `PromisedTests` tests it.
import FactoryTesting
import Testing

private protocol AccountLoading: AnyObject {}
private final class AccountLoader: AccountLoading {
  let id: Int
  init(id: Int = 0) { self.id = id }
}

extension Container {
  fileprivate var accountLoader: Factory<AccountLoading?> { promised() }
  fileprivate var accountLoaderFor: ParameterFactory<Int, AccountLoading?> { promised() }
  fileprivate var cachedPromise: Factory<AccountLoading?> { promised().cached }
  fileprivate var keyedPromise: Factory<AccountLoading?> {
    promised(key: "OptionalFactoryTests.promise")
  }
  fileprivate var plainNil: Factory<AccountLoading?> { self { nil } }
  fileprivate var plainSome: Factory<AccountLoading?> { self { AccountLoader() } }
  fileprivate var neverResolved: Factory<AccountLoading?> { self { fatalError("not registered") } }
}

@Suite struct OptionalFactoryTests {
  @Test("A promised factory resolves to what was registered")
  func registeredPromise() {
    let container = Container()
    container.accountLoader.register { AccountLoader() }
    #expect(container.accountLoader() is AccountLoader)
  }

  @Test("A promised factory with a parameter resolves to what was registered")
  func registeredParameterPromise() {
    let container = Container()
    container.accountLoaderFor.register { AccountLoader(id: $0) }
    #expect((container.accountLoaderFor(5) as? AccountLoader)?.id == 5)
  }

  @Test("Without promiseTriggersError a promised factory that is not registered is nil")
  func unregisteredPromise() {
    let container = Container()
    container.manager.promiseTriggersError = false
    #expect(container.accountLoader() == nil)
  }

  @Test("Without promiseTriggersError a promise with a parameter that is not registered is nil")
  func unregisteredParameterPromise() {
    let container = Container()
    container.manager.promiseTriggersError = false
    #expect(container.accountLoaderFor(5) == nil)
  }

  @Test("A promise without a registration is an error unless its container disables that")
  func promiseTriggersErrorByDefault() {
    let container = Container()
    #expect(container.manager.promiseTriggersError)
    container.manager.promiseTriggersError = false
    #expect(!container.manager.promiseTriggersError)
    #expect(Container().manager.promiseTriggersError)
  }

  @Test("A promise that was nil once resolves when it is registered later, in a scope too")
  func promiseRegisteredLater() {
    let container = Container()
    container.manager.promiseTriggersError = false
    #expect(container.cachedPromise() == nil)
    container.cachedPromise.register { AccountLoader() }
    let loader = container.cachedPromise()
    #expect(loader != nil)
    #expect(container.cachedPromise() === loader)
  }

  @Test("A promise may be registered to be nil")
  func promiseRegisteredNil() {
    let container = Container()
    container.accountLoader.register { nil }
    #expect(container.accountLoader() == nil)
  }

  @Test("A promise can have an explicit key")
  func keyedPromise() {
    let container = Container()
    container.keyedPromise.register { AccountLoader() }
    #expect(container.keyedPromise() != nil)
  }

  @Test("A factory of an optional may be nil without any promise")
  func plainNil() {
    #expect(Container().plainNil() == nil)
  }

  @Test("A factory of an optional may have an instance")
  func plainSome() {
    #expect(Container().plainSome() is AccountLoader)
  }

  @Test("A registration replaces a factory that returns nil")
  func plainNilRegistered() {
    let container = Container()
    container.plainNil.register { AccountLoader() }
    #expect(container.plainNil() is AccountLoader)
  }

  @Test("A factory's closure is not called once something is registered")
  func failingFactoryRegistered() {
    let container = Container()
    container.neverResolved.register { AccountLoader() }
    #expect(container.neverResolved() is AccountLoader)
  }
}
