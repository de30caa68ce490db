// Factory, MIT licence; see LICENSE
//
// Tests that resolve required and promised factories without a registration.
import FactoryKitTestSupport
import FactoryTestSupport
import Testing

@testable import FactoryKit
@testable import FactoryKitCore
@testable import FactoryTesting

private final class UnregisteredContainer: SharedContainer {
  @TaskLocal static var shared = UnregisteredContainer()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: UnregisteredContainer) { manager = ContainerManager(childOf: parent) }
}

extension UnregisteredContainer {
  var throwing: ThrowingFactory<String, any Error> { required() }
  var throwingByNumber: ThrowingParameterFactory<Int, String, any Error> { required() }
  var async: AsyncFactory<String, any Error> { required() }
  var asyncByNumber: AsyncParameterFactory<Int, String, any Error> { required() }
  var cached: AsyncFactory<String, any Error> { required().cached }
  var typed: ThrowingFactory<String, StrictError> { required() }
  var promise: Factory<String?> { promised() }
}

extension Trait where Self == ContainerTrait<UnregisteredContainer> {
  fileprivate static var unregistered: Self {
    .init(shared: UnregisteredContainer.$shared, container: UnregisteredContainer())
  }
}

@Suite("Tests that forget a registration", .unregistered, .collectsIssues)
struct UnregisteredTests {
  private var container: UnregisteredContainer { .shared }

  @Test("A throwing factory throws an error, and the issue names the test and the line to add")
  func throwing() {
    let messages = issues {
      let error = #expect(throws: MissingRegistrations.self) { try container.throwing() }
      #expect(error?.factories.count == 1)
    }
    #expect(factories(messages) == ["throwing"])
    #expect(messages.first?.contains(" in the test \"A throwing factory throws an error, ") == true)
    #expect(messages.first?.contains(": throwing.register { … }\nThe factory throws") == true)
  }

  @Test("A container keeps what only the last of its tests needs")
  func repeated() {
    let container = UnregisteredContainer()
    for _ in 0..<3 { withTestContainer(UnregisteredContainer.$shared, container) {} }
    #expect(container.manager.observers.count == 1)
  }

  @Test func hasNoDisplayName() {
    let messages = issues { _ = try? container.throwing() }
    #expect(messages.first?.contains(#" in the test "hasNoDisplayName()", "#) == true)
  }

  @Test("All kinds that can throw any error do, with and without a scope")
  func kinds() async {
    let messages = await issues {
      let type = MissingRegistrations.self
      #expect(throws: type) { try container.throwingByNumber(1) }
      await #expect(throws: type) { try await container.async() }
      await #expect(throws: type) { try await container.asyncByNumber(1) }
      await #expect(throws: type) { try await container.cached() }
    }
    #expect(factories(messages) == ["throwingByNumber", "async", "asyncByNumber", "cached"])
    #expect(messages.first?.contains(": throwingByNumber.register { _ in … }\n") == true)
  }

  @Test("Child tasks and constructions belong to the test")
  func tasks() async {
    let messages = await issues {
      async let one = UnregisteredContainer.shared.throwing()
      _ = try? await one
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await UnregisteredContainer.shared.async() }
      }
    }
    #expect(factories(messages) == ["throwing", "async"])
  }

  @Test("A child of the test's container, and a container without a trait, belong to the test")
  func otherContainers() {
    let child = UnregisteredContainer(parent: container)
    let other = UnregisteredContainer()
    let messages = issues {
      #expect(throws: MissingRegistrations.self) { try child.throwing() }
      #expect(throws: MissingRegistrations.self) { try other.throwing() }
    }
    #expect(messages.count == 2)
  }

  @Test("A thread that uses the test's container gets an error, and the issue comes with the end")
  func thread() {
    let messages = issues {
      withTestContainer(UnregisteredContainer.$shared, UnregisteredContainer()) {
        let container = container
        onThreads(1) { _ in
          #expect(throws: MissingRegistrations.self) { try container.throwing() }
        }
      }
    }
    #expect(factories(messages) == ["throwing"])
  }

  @Test("withTestContainer records issues too, also with an asynchronous closure")
  func function() async {
    let messages = await issues {
      withTestContainer { _ = try? UnregisteredContainer().throwing() }
      await withTestContainer { _ = try? await UnregisteredContainer().async() }
    }
    #expect(factories(messages) == ["throwing", "async"])
  }

  @Test("If children may have the registration, the issue says how to use it")
  func children() {
    let child = UnregisteredContainer(parent: container)
    child.throwing.register { "child" }
    let messages = issues { _ = try? container.throwing() }
    #expect(messages.first?.contains("\nIf a child container registers it, ") == true)
    #expect(messages.first?.hasSuffix("\nThe factory throws an error instead.") == true)
    withExtendedLifetime(child) {}
  }

  #if DEBUG
    @Test("A promised factory resolves to nil after the issue")
    func promise() {
      let messages = issues { #expect(container.promise() == nil) }
      #expect(factories(messages) == ["promise"])
      #expect(messages.first?.hasSuffix("\nThe factory resolves to nil.") == true)
      container.manager.promiseTriggersError = false
      let others = issues { #expect(container.promise() == nil) }
      #expect(others == [])
    }
  #endif

  @Test("A factory that cannot throw any error records the issue before the process ends")
  func typed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      TaskObserver.$current.withValue(PrintingObserver()) {
        _ = try? UnregisteredContainer.shared.typed()
      }
    }
    let issue = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(issue.hasPrefix("FactoryKit: FactoryTestingTests.UnregisteredContainer.typed<"))
    #expect(issue.contains("\nThe process ends, "))
  }
}

/// Prints the issues of a test, which is lost when its process ends.
private final class PrintingObserver: ResolutionObserver {
  let receivesSteps = false
  let hasEnded = false

  func reportUnregistered(
    _ missing: MissingRegistration, _ consequence: UnregisteredConsequence
  ) -> Bool {
    print(Message.unregisteredInTest(missing, "pays()", consequence))
    return true
  }
}
