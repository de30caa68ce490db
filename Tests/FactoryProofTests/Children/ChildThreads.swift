// Factory, MIT licence; see LICENSE
//
// Threads of several children, and threads that create and change children.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

private final class PageContainer: SharedContainer {
  @TaskLocal static var shared = PageContainer()
  static let ofFamily = Scope.Cached()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: PageContainer) {
    manager = ContainerManager(childOf: parent, sharing: Self.ofFamily)
  }

  var user: Factory<TestService> { self { TestService("parent") } }
  var single: Factory<Page> { self { Page(self.user()) }.singleton }
  var sharedPage: Factory<Page> { self { Page(self.user()) }.scope(Self.ofFamily) }
  var asyncSingle: AsyncFactory<Page, Never> {
    self { () async in
      await Task.yield()
      return Page(self.user())
    }.singleton
  }

  final class Page: @unchecked Sendable {
    // Sendable: the wrapper locks.
    let user: TestService
    @LazyInjected(\PageContainer.user) private var injected: TestService
    init(_ user: TestService) { self.user = user }
    var labels: Set<String> { [user.label, injected.label] }
  }

  func child(_ label: String) -> PageContainer {
    let child = PageContainer(parent: self)
    child.user.register { TestService(label) }
    return child
  }
}

@Suite("Threads of several children", .container(.freshSingletons), .oneAtATime)
struct SingletonThreads {
  private let log = ExpectedLines(containing: "FactoryProofTests.PageContainer.")

  /// Each pair of factories is reported once in the process.
  private func expectReports(of names: [String]) {
    let lines = log.lines.filter { line in names.contains { line.contains(".\($0)<") } }
    #expect(lines.count == names.count)
    #expect(lines.allSatisfy { $0.hasPrefix("FactoryKit: passed over") })
  }

  @Test("Many children get the one instance, which is built with what the parent has")
  func oneInstance() {
    for isSingleton in [true, false] {
      for _ in 1...Effort.scaled(300) {
        let parent = PageContainer()
        parent.single.reset(.scope)
        let pages = onThreads(6, inheritingContainers: true) { thread in
          let child = parent.child("\(thread)")
          return child.run(PageContainer.$shared) {
            (1...3).map { _ in isSingleton ? child.single() : child.sharedPage() }
          }
        }
        #expect(Set(pages.joined().map(ObjectIdentifier.init)).count == 1)
        PageContainer.$shared.withValue(parent.child("reader")) {
          #expect(pages[0][0].labels == ["parent"])
        }
      }
    }
    expectReports(of: ["single", "sharedPage"])
  }

  @Test("Tasks of many children await the one instance, which is built with what the parent has")
  func tasks() async {
    for _ in 1...Effort.scaled(300) {
      let parent = PageContainer()
      parent.asyncSingle.reset(.scope)
      let pages = await inTasks(6) { task in
        let child = parent.child("\(task)")
        return await child.run(PageContainer.$shared) { await child.asyncSingle() }
      }
      #expect(Set(pages.map(ObjectIdentifier.init)).count == 1)
      #expect(pages[0].labels == ["parent"])
    }
    expectReports(of: ["asyncSingle"])
  }
}

private final class GroupContainer: ManagedContainer {
  static let names: [StaticString] = ["m0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9"]
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: GroupContainer) { manager = ContainerManager(childOf: parent) }

  func group(_ index: Int) -> FactoryGroup<String> { FactoryGroup(self, key: Self.names[index]) }

  func single(_ index: Int) -> Factory<String> {
    Factory(self, key: Self.names[index]) { self.group(index)().joined() }.singleton
  }
}

@Suite("Members that are added during a construction", .container(.freshSingletons), .oneAtATime)
struct MembersDuringConstruction {
  @Test("A singleton never has a child's member, whenever that was added")
  func singletons() {
    for _ in 0..<Effort.scaled(5_000) {
      let parent = GroupContainer()
      let child = GroupContainer(parent: parent)
      for index in GroupContainer.names.indices { parent.single(index).reset(.scope) }
      onThreads(2, inheritingContainers: true) { thread in
        for index in GroupContainer.names.indices {
          if thread == 0 {
            child.group(index).add { "child" }
          } else {
            #expect(child.single(index)() == "")
          }
        }
      }
      for index in GroupContainer.names.indices { #expect(parent.single(index)() == "") }
    }
  }
}

@Suite("Members that several threads add", .container, .oneAtATime)
struct MembersOfThreads {
  @Test("A child's group has each member once, although two threads read its definition first")
  func child() {
    let wrong = Counter()
    for _ in 0..<Effort.scaled(2_000) {
      let child = DefinedGroups(parent: DefinedGroups())
      onThreads(2, inheritingContainers: true) { _ in
        if child.members() != ["a", "b"] { wrong.increment() }
      }
      if child.members() != ["a", "b"] { wrong.increment() }
    }
    #expect(wrong.value == 0)
  }

  @Test("A child's group has its definition's members while another setting of it changes")
  func changing() {
    let parent = DefinedGroups()
    _ = parent.members()
    let wrong = Counter()
    for _ in 0..<Effort.scaled(500) {
      let child = DefinedGroups(parent: parent)
      onThreads(2, inheritingContainers: true) { thread in
        for round in 1...20 {
          if thread == 0 {
            _ = child.members.timeToLive(Double(round))
          } else if child.members() != ["a", "b"] {
            wrong.increment()
          }
        }
      }
    }
    #expect(wrong.value == 0)
  }
}

private final class DefinedGroups: ManagedContainer {
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: DefinedGroups) { manager = ContainerManager(childOf: parent) }

  var members: FactoryGroup<String> { group().add { "a" }.add { "b" } }
}

extension Scope {
  fileprivate static let visit = Cached()
}

extension Container {
  fileprivate var visitor: Factory<String> { self { "parent's" } }
  fileprivate var visit: Factory<String> { self { self.visitor() }.scope(.visit) }
}

@Suite("Shared scopes of several threads", .container, .oneAtATime)
struct SharedScopeThreads {
  @Test("The parent builds what a child shares, also while the parent's factory is reset")
  func resets() {
    let parent = Container()
    let isDone = LockedValue(false)
    // What is passed over is reported once.
    let reports = ExpectedLines(containing: "Container.visit<")
    let wrong = Counter()
    onThreads(2) { index in
      if index == 1 {
        while !isDone.withLock({ $0 }) { parent.visit.reset() }
        return
      }
      for _ in 0..<Effort.scaled(20_000) {
        let child = Container(parent: parent, sharing: .visit)
        child.visitor.register { "child's" }
        if child.visit() != "parent's" { wrong.increment() }
      }
      isDone.withLock { $0 = true }
    }
    #expect(wrong.value == 0)
    #expect(reports.lines.count <= 1)
  }
}
