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

  @Test("A default scope set in `autoRegister` is the scope of the first resolution too")
  func defaultScope() {
    let container = AutoContainer { $0.manager.defaultScope = .cached }
    #expect(container.service() === container.service())
    #expect(container.manager.defaultScope === Scope.cached)
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
}

// MARK: Registrations in other containers

private final class OtherContainer: ManagedContainer {
  let manager = ContainerManager()

  var cached: Factory<TestService> { self { TestService() }.cached }
  var shared: Factory<TestService> { self { TestService() }.shared }
  var singleton: Factory<TestService> { self { TestService() }.singleton }
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
}
