// Factory, MIT licence; see LICENSE
//
// Containers that register before they are first used, also in other containers. (Guide:
// AutoRegistering, Cross-module wiring.)
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// A container whose tests decide what `autoRegister` does.
private final class AutoContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = AutoContainer()
  let manager = ContainerManager()
  let runs = Counter()
  private let work: @Sendable (AutoContainer) -> Void

  init(_ work: @escaping @Sendable (AutoContainer) -> Void = { _ in }) {
    self.work = work
  }

  func autoRegister() {
    runs.increment()
    work(self)
  }

  var service: Factory<TestService> { self { TestService() } }
  var other: Factory<TestService> { self { TestService("other") } }
  var cached: Factory<TestService> { self { TestService() }.cached }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
  var dependent: Factory<[String]> { self { [self.service().label, self.other().label] } }
}

/// Registers `service`.
private let registering: @Sendable (AutoContainer) -> Void = {
  $0.service.register { TestService("auto") }
}

@Suite("autoRegister", .container) struct AutoRegisteringTests {
  @Test("`autoRegister` runs before the first resolution, not when the container is created")
  func beforeFirstResolution() {
    let container = AutoContainer(registering)
    #expect(container.runs.value == 0)
    #expect(container.dependent() == ["auto", "other"])
    #expect(container.runs.value == 1)
  }

  @Test("`autoRegister` runs once for each container instance")
  func onceForEachInstance() {
    let (one, other) = (AutoContainer(), AutoContainer())
    for _ in 0..<3 {
      _ = one.service()
      _ = one.other()
    }
    _ = other.service()
    #expect(one.runs.value == 1)
    #expect(other.runs.value == 1)
  }

  @Test("`autoRegister` runs before the first registration, which therefore wins")
  func beforeFirstRegistration() {
    let container = AutoContainer(registering)
    container.service.register { TestService("mine") }
    #expect(container.runs.value == 1)
    #expect(container.service().label == "mine")
    #expect(container.runs.value == 1)
  }

  @Test("Factories can be resolved inside `autoRegister` with the registrations made so far")
  func resolveInside() {
    let labels = LockedArray<String>()
    let container = AutoContainer { container in
      labels.append(container.service().label)
      registering(container)
      labels.append(container.service().label)
    }
    #expect(container.other().label == "other")
    #expect(labels.elements == ["original", "auto"])
    #expect(container.runs.value == 1)
  }

  @Test(
    "`autoRegister` runs again after a reset of registrations or of everything",
    arguments: [
      (FactoryResetOptions.all, 2), (.registration, 2), (.scope, 1), (.context, 1), (.none, 1),
    ])
  func rearmed(options: FactoryResetOptions, runs: Int) {
    let container = AutoContainer(registering)
    _ = container.service()
    container.manager.reset(options: options)
    #expect(container.service().label == "auto")
    #expect(container.runs.value == runs)
  }

  @Test("`autoRegister` does not run again after the reset of one factory")
  func notRearmedByFactory() {
    let container = AutoContainer(registering)
    #expect(container.service().label == "auto")
    container.service.reset()
    #expect(container.service().label == "original")
    #expect(container.runs.value == 1)
  }

  @Test("`autoRegister` does not run again after a pop inside it")
  func popInside() {
    let container = AutoContainer { container in
      // Ends the recursion if the library does not.
      guard container.runs.value < 10 else { return }
      container.manager.push()
      container.service.register { TestService("before pop") }
      container.manager.pop()
      container.service.register { TestService("after pop") }
    }
    #expect(container.service().label == "after pop")
    #expect(container.runs.value == 1)
  }

  @Test("A registration inside `autoRegister` does not evict a singleton")
  func keepsSingleton() {
    let work: @Sendable (AutoContainer) -> Void = {
      $0.singleton.register { TestService("auto") }
    }
    let first = AutoContainer(work).singleton()
    #expect(first.label == "auto")
    #expect(AutoContainer(work).singleton() === first)
  }

  @Test("A decorator set in `autoRegister` sees the first resolution")
  func decorator() {
    let seen = Counter()
    let container = AutoContainer { $0.decorator { _ in seen.increment() } }
    _ = container.service()
    #expect(seen.value == 1)
  }

  @Test("A container with `autoRegister` is released")
  func freed() {
    var container: AutoContainer? = AutoContainer(registering)
    weak let observed = container
    _ = container?.cached()
    container?.reset()
    _ = container?.cached()
    container = nil
    #expect(observed == nil)
  }
}

// MARK: Registrations in other containers

private final class OtherContainer: ManagedContainer {
  let manager = ContainerManager()

  var cached: Factory<TestService> { self { TestService() }.cached }
  var shared: Factory<TestService> { self { TestService() }.shared }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
  var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
}

@Suite("Registering in another container's autoRegister", .container)
struct AutoRegisteringAcrossContainersTests {
  private typealias Path = any KeyPath<OtherContainer, Factory<TestService>> & Sendable
  private static let scoped: [Path] = [\.cached, \.shared, \.singleton]

  @Test("A registration evicts the other container's instance", arguments: scoped)
  private func evicts(path: Path) {
    let other = OtherContainer()
    let before = other[keyPath: path]()
    _ = AutoContainer { _ in
      other[keyPath: path].register { TestService("registered") }
    }.service()
    #expect(other[keyPath: path]() !== before)
    #expect(other[keyPath: path]().label == "registered")
  }

  @Test("A registration evicts the other container's instances of all parameters")
  func parameters() {
    let other = OtherContainer()
    let before = other.byNumber(1)
    _ = AutoContainer { _ in
      other.byNumber.register { TestService("registered \($0)") }
    }.service()
    #expect(other.byNumber(1) !== before)
    #expect(other.byNumber(1).label == "registered 1")
  }

  @Test("A registration evicts the cached instance of another container of the same type")
  func sameType() {
    let other = AutoContainer()
    let before = other.cached()
    _ = AutoContainer { _ in other.cached.register { TestService("registered") } }.service()
    #expect(other.cached() !== before)
    #expect(other.cached().label == "registered")
  }

  @Test(
    "Inside its own autoRegister a container's instances are kept, also after another's has run")
  func ownStay() {
    let inside = LockedArray<TestService>()
    let inner = AutoContainer { $0.cached.register { TestService("inner") } }
    let container = AutoContainer { container in
      inside.append(container.cached())
      _ = inner.service()
      container.cached.register { TestService("registered") }
    }
    #expect(container.cached() === inside.elements[0])
    #expect(inner.cached().label == "inner")
  }

  @Test("Inside an autoRegister that another one caused to run, a singleton stays cached")
  func nested() {
    let before = AutoContainer().singleton()
    let inner = AutoContainer { $0.singleton.register { TestService("inner") } }
    _ = AutoContainer { _ in _ = inner.service() }.service()
    #expect(inner.singleton() === before)
  }
}

// MARK: The default container

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

@Suite("Cross-module wiring") struct DefaultContainerAutoRegisteringTests {
  @Test("The application registers promised factories, and others that are nil otherwise")
  func registered() {
    DefaultContainerRegistrations.$current.withValue(wire) {
      #expect(Container().loader() is AccountLoader)
      #expect(Container().loaderFor(1) is AccountLoader)
      #expect(Container().explicitNil() is AccountLoader)
    }
    #expect(Container().explicitNil() == nil)
  }

  @Test("A consumer gets what the application registered")
  func consumer() {
    DefaultContainerRegistrations.$current.withValue(wire) {
      Container.$shared.withValue(Container()) {
        let screen = AccountScreen()
        #expect(screen.accounts == ["one", "two"])
        #expect(screen.lazyLoader is AccountLoader)
      }
    }
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
