// Factory, MIT licence; see LICENSE
//
// Threads that create and change children.
import FactoryTestSupport
import FactoryTesting
import Testing

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
    // What is passed over is reported once.
    let reports = ExpectedLines(containing: "Container.visit<")
    let wrong = Counter()
    whileChanging(Effort.scaled(20_000)) { _ in
      let child = Container(parent: parent, sharing: .visit)
      child.visitor.register { "child's" }
      if child.visit() != "parent's" { wrong.increment() }
    } read: {
      parent.visit.reset()
    }
    #expect(wrong.value == 0)
    #expect(reports.lines.count <= 1)
  }
}
