// Factory, MIT licence; see LICENSE
//
// What `push` saves and `pop` restores.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

final class PushedContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = PushedContainer()
  let manager = ContainerManager()
  let registrations = Counter()
  func autoRegister() { registrations.increment() }
}

extension Scope {
  fileprivate static let pushed = Cached()
}

extension PushedContainer {
  fileprivate var plain: Factory<TestService> { self { TestService() } }
  fileprivate var cached: Factory<TestService> { self { TestService() }.cached }
  fileprivate var shared: Factory<TestService> { self { TestService() }.shared }
  fileprivate var singleton: Factory<TestService> { self { TestService() }.singleton }
  fileprivate var byNumber: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
  fileprivate var once: Factory<TestService> { self { TestService() }.cached.once() }
  fileprivate var promise: Factory<TestService?> { promised() }
}

@Suite("Push and pop", .container) struct PushPopTests {
  private let container = PushedContainer()
  private var manager: ContainerManager { container.manager }

  @Test("push() changes nothing")
  func push() {
    container.plain.register { TestService("registered") }
    let cached = container.cached()
    manager.push()
    #expect(container.plain().label == "registered")
    #expect(container.cached() === cached)
  }

  @Test("Pop removes a registration")
  func registration() {
    manager.push()
    container.plain.register { TestService("registered") }
    manager.pop()
    #expect(container.plain().label == "original")
  }

  @Test("Pop restores a registration that was replaced or reset")
  func registrationBack() {
    container.plain.register { TestService("before") }
    manager.push()
    container.plain.register { TestService("replaced") }
    container.reset()
    manager.pop()
    #expect(container.plain().label == "before")
  }

  @Test("Pop removes a context and restores one that was reset")
  func context() {
    container.plain.context(.simulator, .device) { TestService("before") }
    manager.push()
    container.plain.context(.simulator, .device) { TestService("after") }
    container.reset(options: .context)
    container.cached.context(.simulator, .device) { TestService("after") }
    manager.pop()
    #expect(container.plain().label == "before")
    #expect(container.cached().label == "original")
  }

  @Test("Pop restores a cached instance")
  func cached() {
    let before = container.cached()
    manager.push()
    container.cached.reset(.scope)
    #expect(container.cached() !== before)
    manager.pop()
    #expect(container.cached() === before)
  }

  @Test("Pop evicts an instance that was cached since the push")
  func cachedSince() {
    manager.push()
    let inside = container.cached()
    manager.pop()
    #expect(container.cached() !== inside)
  }

  @Test("Pop restores a shared instance that is still referenced")
  func shared() {
    let before = container.shared()
    manager.push()
    container.shared.reset(.scope)
    #expect(container.shared() !== before)
    manager.pop()
    #expect(container.shared() === before)
  }

  @Test("A snapshot does not keep a shared instance alive")
  func sharedIsWeak() {
    var before: TestService? = container.shared()
    weak let weakly = before
    manager.push()
    before = nil
    #expect(weakly == nil)
    manager.pop()
    #expect(container.shared().label == "original")
  }

  @Test("Pop restores the instances of each parameter")
  func parameters() {
    let one = container.byNumber(1)
    manager.push()
    container.byNumber.reset(.scope)
    let (newOne, two) = (container.byNumber(1), container.byNumber(2))
    #expect(newOne !== one)
    manager.pop()
    #expect(container.byNumber(1) === one)
    #expect(container.byNumber(2) !== two)
  }

  @Test("Pop removes a scope set from outside")
  func scope() {
    manager.push()
    _ = container.plain.cached()
    manager.pop()
    #expect(container.plain() !== container.plain())
  }

  @Test("Pop restores a scope set from outside, with its instance")
  func scopeBack() {
    let before = container.plain.scope(.pushed)()
    manager.push()
    container.reset()
    #expect(container.plain() !== before)
    manager.pop()
    #expect(container.plain() === before)
  }

  @Test("Pop removes a decorator, a time to live and .once()")
  func modifiers() {
    let clock = ManualClock()
    manager.clock = clock.reading
    let seen = Counter()
    manager.push()
    container.once.timeToLive(10).decorator { _ in seen.increment() }
    manager.pop()
    let before = container.once()
    clock.advance(seconds: 11)
    #expect(container.once() === before)
    #expect(seen.value == 0)
  }

  @Test("Pop restores the default scope")
  func defaultScope() {
    manager.defaultScope = .cached
    manager.push()
    manager.defaultScope = nil
    #expect(container.plain() !== container.plain())
    manager.pop()
    #expect(container.plain() === container.plain())
  }

  @Test("Pop restores the container's decorator")
  func decorator() {
    let seen = LockedArray<String>()
    container.decorator { _ in seen.append("before") }
    manager.push()
    container.decorator { _ in seen.append("inside") }
    _ = container.plain()
    manager.pop()
    _ = container.plain()
    #expect(seen.elements == ["inside", "before"])
  }

  @Test("Pop restores whether promises trigger errors")
  func promises() {
    manager.push()
    manager.promiseTriggersError = false
    #expect(container.promise() == nil)
    manager.pop()
    #expect(manager.promiseTriggersError)
  }

  @Test("Pop restores the clock")
  func clock() {
    manager.clock = { 42 }
    manager.push()
    manager.clock = { 43 }
    manager.pop()
    #expect(manager.clock() == 42)
  }

  @Test("Pushes nest")
  func nested() {
    for level in 1...3 {
      manager.push()
      container.plain.register { TestService("\(level)") }
    }
    var labels: [String] = []
    for _ in 1...3 {
      labels.append(container.plain().label)
      manager.pop()
    }
    #expect(labels == ["3", "2", "1"])
    #expect(container.plain().label == "original")
  }

  @Test("A snapshot can be used once")
  func usedUp() {
    let log = ExpectedLines(containing: "PushedContainer.manager.pop() without a push()")
    manager.push()
    manager.pop()
    container.plain.register { TestService("registered") }
    manager.pop()
    #expect(container.plain().label == "registered")
    // Another test may log this at the same time.
    #expect(!log.lines.isEmpty)
  }

  @Test("Pop without push does nothing")
  func popWithoutPush() {
    let log = ExpectedLines(containing: "PushedContainer.manager.pop() without a push()")
    container.plain.register { TestService("registered") }
    let cached = container.cached()
    manager.pop()
    #expect(container.plain().label == "registered")
    #expect(container.cached() === cached)
    #expect(!log.lines.isEmpty)
  }

  @Test("Singletons are not part of a snapshot")
  func singletons() {
    let before = container.singleton()
    manager.push()
    #expect(container.singleton() === before)
    Scope.singleton.reset()
    let inside = container.singleton()
    manager.pop()
    #expect(container.singleton() === inside)
  }

  @Test("Containers have separate snapshots")
  func otherContainer() {
    // The manager does not know the type of a container that was not used.
    let log = ExpectedLines(containing: "ContainerManager.manager.pop() without a push()")
    let other = PushedContainer()
    manager.push()
    container.plain.register { TestService("registered") }
    other.manager.pop()
    #expect(container.plain().label == "registered")
    #expect(log.lines.count == 1)
  }

  @Test("Pop restores whether autoRegister has run")
  func autoRegister() {
    manager.push()
    _ = container.plain()
    #expect(container.registrations.value == 1)
    manager.pop()
    _ = container.plain()
    #expect(container.registrations.value == 2)
    manager.push()
    container.reset()
    manager.pop()
    _ = container.plain()
    #expect(container.registrations.value == 2)
  }
}
