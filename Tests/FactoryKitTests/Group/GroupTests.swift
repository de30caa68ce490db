// Factory, MIT licence; see LICENSE
//
// The members of groups, their order, and what changes and removes them.
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

@Suite(.groupContainer, .otherGroupContainer, .container)
struct GroupTests {
  let container = GroupContainer.shared

  @Test("Members come by their order, then as they were added")
  func order() {
    container.plugins.add(\GroupContainer.csv)
    container.plugins.add(order: 1) { NamedPlugin("late") }
    container.plugins.add(order: -1) { NamedPlugin("early") }
    container.plugins.add { NamedPlugin("middle") }.add(\GroupContainer.json, order: -1)
    #expect(container.plugins().names == ["early", "json", "csv", "middle", "late"])
    #expect(container.plugins.resolve().names == ["early", "json", "csv", "middle", "late"])
  }

  @Test("A member is resolved with its own scope, registration and context")
  func scopes() {
    container.plugins.add(\GroupContainer.csv).add(\GroupContainer.json)
    let first = container.plugins()
    let second = container.plugins()
    #expect(first[0] === second[0])
    #expect(first[0] === container.csv())
    #expect(first[1] !== second[1])
    container.csv.register { NamedPlugin("registered") }
    #expect(container.plugins().names == ["registered", "json"])
  }

  @Test("Adding a key path a second time does nothing, even with another order")
  func twice() {
    container.plugins.add(\GroupContainer.csv).add(\GroupContainer.json)
    container.plugins.add(\GroupContainer.csv, order: 5).add(\GroupContainer.csv, order: -5)
    #expect(container.plugins().names == ["csv", "json"])
    let keyPath = \GroupContainer.csv
    container.plugins.add(keyPath)
    #expect(container.plugins().count == 2)
  }

  @Test("A closure is added by each call, and called by each resolution")
  func closures() {
    for number in 0..<3 { container.plugins.add { NamedPlugin("\(number)") } }
    for _ in 0..<2 { container.plugins.add { NamedPlugin("same") } }
    #expect(container.plugins().names == ["0", "1", "2", "same", "same"])
    #expect(container.plugins()[0] !== container.plugins()[0])
  }

  @Test("A definition may add members: each call in it adds one")
  func definition() {
    for _ in 0..<3 { #expect(container.defined().names == ["closure", "csv"]) }
    container.defined.add { NamedPlugin("outside") }
    #expect(container.defined().names == ["closure", "csv", "outside"])
  }

  @Test("A member of another container is resolved on its shared container at that time")
  func otherContainers() {
    container.plugins.add(\OtherGroupContainer.other).add(\.groupedPlugin)
    let plugins = container.plugins()
    #expect(plugins.names == ["other", "in Container"])
    #expect(plugins[0] === OtherGroupContainer.shared.other())
    let other = OtherGroupContainer()
    other.other.register { NamedPlugin("another") }
    OtherGroupContainer.$shared.withValue(other) {
      #expect(container.plugins()[0].name == "another")
    }
  }

  @Test("A member of the group's own container is resolved on the container of the group")
  func ownContainer() {
    let separate = GroupContainer()
    separate.plugins.add(\GroupContainer.csv)
    separate.csv.register { NamedPlugin("separate") }
    #expect(separate.plugins().names == ["separate"])
    #expect(container.plugins().isEmpty)
  }

  @Test("A group of values, and groups with a key")
  func otherForms() {
    container.numbers.add { 2 }.add(order: -1) { 1 }
    #expect(container.numbers() == [1, 2])
    container.longForm.add(\GroupContainer.csv)
    #expect(container.sameKey().names == ["csv"])
  }

  @Test("existing() returns the members that are cached, and builds nothing")
  func existing() {
    container.plugins.add(\GroupContainer.csv).add(\GroupContainer.xml, order: -1)
      .add(\GroupContainer.json).add { NamedPlugin("closure") }
    #expect(container.plugins.existing().isEmpty)
    #expect(container.built.value == 0)
    let csv = container.csv()
    #expect(container.plugins.existing().map(ObjectIdentifier.init) == [ObjectIdentifier(csv)])
    let xml = container.xml()
    #expect(container.plugins.existing().names == ["xml", "csv"])
    #expect(container.built.value == 2)
    _ = xml
  }

  @Test("Property wrappers and dependency take a group's key path")
  func wrappers() {
    Container.shared.groupedPlugins.add(\.groupedPlugin)
    container.plugins.add(\GroupContainer.csv)
    final class Owner {
      @Injected(\.groupedPlugins) var plugins: [any Plugin]
      @LazyInjected(\.groupedPlugins) var lazily: [any Plugin]
      @DynamicInjected(\.groupedPlugins) var dynamic
      @Injected(\GroupContainer.plugins) var custom: [any Plugin]
      @LazyInjected(\GroupContainer.plugins) var lazilyCustom
    }
    let owner = Owner()
    #expect(owner.plugins.names == ["in Container"])
    #expect(owner.lazily.names == ["in Container"])
    #expect(owner.dynamic.names == ["in Container"])
    #expect(owner.custom[0] === container.csv())
    #expect(owner.lazilyCustom.names == ["csv"])
    #expect(dependency(\.groupedPlugins).names == ["in Container"])
    #expect(dependency(\GroupContainer.plugins).names == ["csv"])
    Container.shared.groupedPlugins.add { NamedPlugin("later") }
    #expect(owner.dynamic.names == ["in Container", "later"])
    #expect(owner.$plugins.resolve().names == ["in Container", "later"])
  }

  @Test("validate checks the members of a group, and builds nothing")
  func validation() throws {
    try container.validate(\.plugins)
    container.plugins.add(\GroupContainer.csv).add(\GroupContainer.missing)
    let error = #expect(throws: MissingRegistrations.self) { try container.validate(\.plugins) }
    #expect(error?.factories.count == 1)
    #expect(error?.factories.first?.contains("missing<") == true)
    container.missing.register { NamedPlugin("registered") }
    try container.validate(\.plugins)
    #expect(container.built.value == 0)
    container.missing.reset()
    container.plugins.register { [] }
    try container.validate(\.plugins)
  }

  @Test("A watcher gets a group's resolution, and those of its members below it")
  func watched() {
    container.plugins.add(\GroupContainer.csv).add(\GroupContainer.json)
    let events = container.events { _ = container.plugins() }
    #expect(events.map(\.depth) == [1, 1, 0])
    let names = events.map(\.name)
    #expect(names == ["csv", "json", "plugins"])
    #expect(events.map { $0.parent?.contains("plugins") ?? false } == [true, true, false])
  }

  @Test("A recorded graph says which factory is a group, and has its edges to the members")
  func recorded() {
    container.plugins.add(\GroupContainer.csv)
    let recorder = ResolutionRecorder()
    let watch = container.manager.watch { recorder.record($0) }
    _ = container.plugins()
    watch.cancel()
    let json = recorder.json()
    #expect(json.components(separatedBy: "\"kind\": \"group\"").count == 2)
    #expect(
      json.contains(
        """
        {"from": "FactoryKitFeatureTests.GroupContainer.plugins", "to": "FactoryKitFeatureTests.GroupContainer.csv"
        """))
  }

  #if os(Linux) || os(macOS) || os(Windows)
    @Test("A member that needs its group is a circular dependency")
    func circle() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let container = GroupContainer()
        container.plugins.add(\GroupContainer.csv).add(\GroupContainer.greedy)
        _ = container.plugins()
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("circular dependency: creating FactoryKitFeatureTests.GroupContainer."))
      #expect(text.contains("GroupContainer.plugins<"))
      #expect(text.contains("GroupContainer.greedy<"))
    }
  #endif
}

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
