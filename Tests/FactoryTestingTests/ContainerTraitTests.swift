// Factory, MIT licence; see LICENSE
//
// The `.container` trait on tests and suites. (Guide: Swift Testing.)
import FactoryTestSupport
import FactoryTesting
import Testing

private protocol ServiceType: AnyObject {}
private final class LiveService: ServiceType {}
private final class MockService: ServiceType {}
private final class ErrorService: ServiceType {}

@MainActor private protocol MainActorServiceType: AnyObject, Sendable {}
@MainActor private final class LiveMainActor: MainActorServiceType {}
@MainActor private final class MockMainActor: MainActorServiceType {}

private struct Account: Sendable {
  static let sample = [Account()]
}
private protocol AccountProviding: Sendable {
  func accounts() async throws -> [Account]
}
private struct NoProvider: AccountProviding {
  func accounts() async throws -> [Account] { [] }
}
private struct MockProvider: AccountProviding {
  let sample: [Account]
  init(_ sample: [Account]) { self.sample = sample }
  func accounts() async throws -> [Account] { sample }
}
private final class AccountsViewModel {
  @Injected(\.accountProvider) private var provider
  private(set) var isLoaded = false
  nonisolated(nonsending) func load() async {
    isLoaded = (try? await provider.accounts())?.isEmpty == false
  }
}

extension Container {
  fileprivate var someService: Factory<ServiceType> { self { LiveService() } }
  fileprivate var cachedService: Factory<ServiceType> { self { LiveService() }.cached }
  fileprivate var number: Factory<Int> { self { 0 } }
  fileprivate var accountProvider: Factory<AccountProviding> { self { NoProvider() } }
  fileprivate var accountsViewModel: Factory<AccountsViewModel> { self { AccountsViewModel() } }
  @MainActor fileprivate var mainActorService: Factory<MainActorServiceType> {
    self { LiveMainActor() }
  }

  fileprivate func setupMocks() {
    someService.register { MockService() }
  }
}

/// Containers that tests of this file ran with. Retained, so that no two have the same address.
private let seenContainers = LockedValue([Container]())

/// Whether no test has passed this container before.
private func isNew(_ container: Container) -> Bool {
  seenContainers.withLock { seen in
    defer { seen.append(container) }
    return !seen.contains { $0 === container }
  }
}

@Suite(.container)
struct ContainerTraitSuiteTests {
  @Test("A test of a suite with the trait registers in a container of its own")
  func loaded() async {
    Container.shared.accountProvider.register { MockProvider(Account.sample) }
    let vm = Container.shared.accountsViewModel()
    await vm.load()
    #expect(vm.isLoaded)
  }

  @Test("Another test of the suite does not see the registration")
  func notLoaded() async {
    let vm = Container.shared.accountsViewModel()
    await vm.load()
    #expect(!vm.isLoaded)
  }

  @Test("Each test of a suite gets a new container", arguments: 0..<4)
  func newContainer(_: Int) {
    #expect(isNew(Container.shared))
  }

  @Test("Stored properties of the suite resolve from the test's container")
  func storedProperties() {
    struct Suite {
      @Injected(\.cachedService) var service
    }
    #expect(Suite().service === Container.shared.cachedService())
  }

  @Suite struct Nested {
    @Injected(\.cachedService) fileprivate var service

    @Test("A suite inside the suite gets new containers too", arguments: 0..<4)
    func newContainer(_: Int) {
      #expect(isNew(Container.shared))
    }

    @Test("The suite's properties are injected from the test's container")
    func properties() {
      #expect(service === Container.shared.cachedService())
    }
  }
}

@Suite struct ContainerTraitTests {
  @Test("The trait on a test gives it a new container", .container)
  func onTest() {
    #expect(isNew(Container.shared))
    Container.shared.someService.register { MockService() }
    #expect(Container.shared.someService() is MockService)
  }

  @Test("The trait's closure sets up the container", .container { $0.setupMocks() })
  func synchronousClosure() {
    #expect(Container.shared.someService() is MockService)
  }

  @Test(
    "The trait's closure registers, and awaits factories of the main actor",
    .container {
      $0.someService.register { ErrorService() }
      await $0.mainActorService.register { MockMainActor() }
    })
  func asynchronousClosure() async {
    #expect(Container.shared.someService() is ErrorService)
    #expect(await Container.shared.mainActorService.resolveOnMainActor() is MockMainActor)
  }

  @Test(
    "The trait's closure may switch to the main actor",
    .container { container in
      await MainActor.run {
        _ = container.mainActorService.register { MockMainActor() }
      }
    })
  @MainActor func mainActorClosure() {
    #expect(Container.shared.mainActorService() is MockMainActor)
  }

  @Test(
    "The trait's closure runs with the container as the shared one",
    .container {
      let isShared = Container.shared === $0
      $0.number.register { isShared ? 1 : 2 }
    })
  func closureSeesShared() {
    #expect(Container.shared.number() == 1)
  }

  @Test(
    "The closures of several traits run in order",
    .container { $0.number.register { 1 } }({
      let earlier = $0.number()
      $0.number.register { earlier + 10 }
    }))
  func twoClosures() {
    #expect(Container.shared.number() == 11)
  }

  @Test("Child tasks of a test see its container", .container)
  func childTasks() async {
    Container.shared.number.register { 5 }
    async let number = Container.shared.number()
    #expect(await number == 5)
    #expect(await Task { Container.shared.number() }.value == 5)
  }

  @Test("Detached tasks of a test do not see its container", .container)
  func detachedTasks() async {
    let container = Container.shared
    let inherits = await Task.detached { Container.shared === container }.value
    #expect(!inherits)
  }

  @Test("A test on the main actor sees its container", .container) @MainActor
  func onMainActor() {
    #expect(isNew(Container.shared))
    Container.shared.mainActorService.register { MockMainActor() }
    #expect(Container.shared.mainActorService() is MockMainActor)
  }
}

@Suite(.container { $0.number.register { 7 } })
struct ContainerTraitOnSuiteTests {
  @Test("The suite's closure sets up the container of each test", arguments: 0..<3)
  func suiteClosure(_: Int) {
    #expect(Container.shared.number() == 7)
    Container.shared.number.register { 8 }
  }

  @Test("A trait on a test runs the suite's closure too", .container)
  func testTrait() {
    #expect(Container.shared.number() == 7)
  }

  @Test("A closure on a test sets up the test's container", .container { $0.setupMocks() })
  func testClosure() {
    #expect(Container.shared.someService() is MockService)
    #expect(Container.shared.number() == 7)
  }
}
