// Factory, MIT licence; see LICENSE
//
// What `push` saves and `pop` restores. `RandomPrograms` has the rest: instances of all scopes, by
// parameter, and scopes that are set from outside.
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

extension PushedContainer {
  fileprivate var plain: Factory<TestService> { self { TestService() } }
  fileprivate var cached: Factory<TestService> { self { TestService() }.cached }
  fileprivate var shared: Factory<TestService> { self { TestService() }.shared }
  fileprivate var once: Factory<TestService> { self { TestService() }.cached.once() }
}

@Suite("Push and pop", .container) struct PushPopTests {
  private let container = PushedContainer()
  private var manager: ContainerManager { container.manager }

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

  @Test("Pop restores the default scope, the clock and whether promises trigger errors")
  func settings() {
    manager.defaultScope = .cached
    manager.clock = { 42 }
    manager.push()
    manager.defaultScope = nil
    manager.clock = { 43 }
    manager.promiseTriggersError = false
    #expect(container.plain() !== container.plain())
    manager.pop()
    #expect(container.plain() === container.plain())
    #expect(manager.clock() == 42)
    #expect(manager.promiseTriggersError)
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

  @Test("A pop without a push does nothing, nor does a second pop")
  func popWithoutPush() {
    let log = ExpectedLines(containing: "PushedContainer.manager.pop() without a push()")
    manager.push()
    manager.pop()
    container.plain.register { TestService("registered") }
    let cached = container.cached()
    manager.pop()
    #expect(container.plain().label == "registered")
    #expect(container.cached() === cached)
    #expect(!log.lines.isEmpty)
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
