// Factory, MIT licence; see LICENSE
//
// Captive instances that several threads resolve at once.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class CaptiveContainer: SharedContainer {
  @TaskLocal static var shared = CaptiveContainer()
  static let ofFamily = Scope.Cached()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: CaptiveContainer) {
    manager = ContainerManager(childOf: parent, sharing: Self.ofFamily)
  }

  var user: Factory<TestService> { self { TestService("definition") } }
  var racedSingle: Factory<Page> { self { Page(self.user()) }.singleton }
  var racedShared: Factory<Page> { self { Page(self.user()) }.scope(Self.ofFamily) }

  final class Page: Sendable {
    let user: TestService
    init(_ user: TestService) { self.user = user }
  }
}

@Suite("Captive dependencies and threads", .container, .oneAtATime) struct CaptiveThreadTests {
  @Test("All threads of a child get the one instance that it keeps", arguments: [true, false])
  func oneInstance(isSingleton: Bool) {
    let name = isSingleton ? "racedSingle" : "racedShared"
    let log = ExpectedLines(containing: "CaptiveContainer.\(name)<")
    let parent = CaptiveContainer()
    for _ in 1...300 {
      let child = CaptiveContainer(parent: parent)
      child.user.register { TestService("child") }
      let instances = onThreads(6, inheritingContainers: true) { _ in
        (1...3).map { _ in isSingleton ? child.racedSingle() : child.racedShared() }
      }
      #expect(Set(instances.joined().map(ObjectIdentifier.init)).count == 1)
    }
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.hasPrefix("FactoryKit: captive dependency") == true)
  }
}
