// Factory, MIT licence; see LICENSE
//
// Members as registrations: what changes and removes them.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite(.groupContainer)
struct GroupChangeTests {
  let container = GroupContainer.shared

  @Test("reset(.registration) and reset() remove the members, reset(.scope) and the others do not")
  func resets() {
    container.plugins.add(\GroupContainer.csv)
    let csv = container.csv()
    container.plugins.reset(.scope).reset(.context).reset(.none)
    #expect(container.plugins()[0] === csv)
    container.plugins.reset(.registration)
    #expect(container.plugins().isEmpty)
    #expect(container.csv() === csv)
    container.plugins.add(\GroupContainer.csv)
    #expect(container.plugins()[0] === csv)
    container.plugins.reset()
    #expect(container.plugins().isEmpty)
    container.plugins.add(\GroupContainer.csv)
    container.reset(options: .registration)
    #expect(container.plugins().isEmpty)
    container.plugins.add(\GroupContainer.csv)
    container.reset()
    #expect(container.plugins().isEmpty)
  }

  @Test("pop restores the members from before push")
  func snapshots() {
    container.plugins.add(\GroupContainer.csv)
    container.manager.push()
    container.plugins.add(\GroupContainer.json, order: -1)
    container.manager.push()
    container.plugins.reset()
    #expect(container.plugins().isEmpty)
    container.manager.pop()
    #expect(container.plugins().names == ["json", "csv"])
    container.manager.pop()
    #expect(container.plugins().names == ["csv"])
    container.plugins.add(\GroupContainer.json)
    #expect(container.plugins().names == ["csv", "json"])
  }

  @Test("A registration replaces all members until it is reset")
  func register() {
    container.plugins.add(\GroupContainer.csv)
    container.plugins.register { [NamedPlugin("fake")] }
    #expect(container.plugins().names == ["fake"])
    container.plugins.add(\GroupContainer.json)
    #expect(container.plugins().names == ["fake"])
    _ = container.csv()
    #expect(container.plugins.existing().isEmpty)
    container.plugins.reset(.registration)
    #expect(container.plugins().isEmpty)
  }

  @Test("A context replaces the members while it is active")
  func context() {
    container.plugins.add(\GroupContainer.csv)
    container.plugins.onArg("groups") { [NamedPlugin("context")] }
    FactoryContext.setArg("groups", forKey: "groups")
    #expect(container.plugins().names == ["context"])
    FactoryContext.removeArg(forKey: "groups")
    #expect(container.plugins().names == ["csv"])
  }

  @Test("Decorators and layers get the array")
  func decorators() {
    let counts = LockedArray<Int>()
    container.plugins.add(\GroupContainer.csv).add(\GroupContainer.json)
    container.plugins.decorator { counts.append($0.count) }
    container.plugins.wrap { $0.reversed() + [NamedPlugin("wrapped")] }
    #expect(container.plugins().names == ["json", "csv", "wrapped"])
    #expect(counts.elements == [3])
  }

  @Test("A group with a scope keeps the array until a member is added")
  func scoped() {
    container.kept.add { NamedPlugin("first") }
    let first = container.kept()
    #expect(container.kept()[0] === first[0])
    #expect(container.kept.existing()[0] === first[0])
    container.kept.add { NamedPlugin("second") }
    #expect(container.kept.existing().isEmpty)
    #expect(container.kept().names == ["first", "second"])
    #expect(container.kept()[0] !== first[0])
  }

  @Test("A definition's member does not drop the array that the process keeps")
  func singleton() {
    Scope.$singleton.withValue(Scope.Singleton()) {
      let first = container.keptByProcess()
      #expect(first.names == ["csv"])
      #expect(GroupContainer().keptByProcess()[0] === first[0])
      #expect(container.keptByProcess()[0] === first[0])
    }
  }

  @Test("Members that autoRegister adds are there at once, and again after a reset")
  func autoRegister() {
    let registering = GroupContainer {
      $0.plugins.add(\GroupContainer.csv).add { NamedPlugin("closure") }
    }
    #expect(registering.plugins().names == ["csv", "closure"])
    let group = registering.plugins
    registering.reset(options: .registration)
    #expect(group().names == ["csv", "closure"])
    registering.reset()
    registering.reset()
    #expect(registering.plugins().names == ["csv", "closure"])
    registering.manager.push()
    registering.plugins.add(\GroupContainer.json)
    registering.manager.pop()
    #expect(registering.plugins().names == ["csv", "closure"])
  }

  @Test("Another container of the type has its own members")
  func isolation() {
    container.plugins.add(\GroupContainer.csv)
    GroupContainer.$shared.withValue(GroupContainer()) {
      #expect(GroupContainer.shared.plugins().isEmpty)
      GroupContainer.shared.plugins.add(\GroupContainer.json)
      #expect(GroupContainer.shared.plugins().names == ["json"])
    }
    #expect(container.plugins().names == ["csv"])
    withTestContainer(GroupContainer.$shared, GroupContainer()) {
      $0.plugins.add(\GroupContainer.xml)
    } operation: {
      #expect(GroupContainer.shared.plugins().names == ["xml"])
    }
  }

  @Test("A container releases its members")
  func lifetime() {
    final class Captured: Sendable {}
    weak var captured: Captured?
    weak var released: GroupContainer?
    do {
      let (container, object) = (GroupContainer(), Captured())
      (captured, released) = (object, container)
      container.plugins.add(\GroupContainer.csv)
      container.plugins.add { withExtendedLifetime(object) { NamedPlugin("a") } }
      #expect(container.plugins().count == 2)
    }
    #expect(captured == nil)
    #expect(released == nil)
  }

  @Test("Members are resolved with no lock held: one may change its group")
  func noLock() {
    container.plugins.add { [unowned container] in
      container.plugins.add(\GroupContainer.csv)
      return NamedPlugin("changing")
    }
    #expect(container.plugins().names == ["changing"])
    #expect(container.plugins().names == ["changing", "csv"])
  }
}
