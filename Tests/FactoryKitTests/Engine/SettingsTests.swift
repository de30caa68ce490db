// Factory, MIT licence; see LICENSE
//
// The settings of a factory: which are simple, and what overrides a definition.
import FactoryCore
import FactoryKitTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

extension Container {
  fileprivate var number: Factory<Int> { self { 0 } }
  fileprivate var numbers: FactoryGroup<Int> { group() }
  fileprivate var defined: Factory<String> {
    self { "own" }.onArg("SettingsTests", factory: one).once()
  }
}

private func one() -> String { "one" }
private func two() -> String { "two" }

@Suite("Settings", .container) struct SettingsTests {
  private func values<F: FactoryModifying>(of factory: F) -> SettingValues {
    let store = factory._definition.manager.store
    return store.currentSettings(store.node(factory._definition.declaration.key(F._types))).values
  }

  @Test("A factory whose contexts, layers or members were removed has simple settings")
  func simple() {
    let (factory, group) = (Container.shared.number, Container.shared.numbers)
    #expect(values(of: factory).haveNoExtra)
    factory.context(.test) { 1 }
    #expect(!values(of: factory).haveNoExtra)
    factory.reset(.context)
    #expect(values(of: factory).haveNoExtra)
    factory.wrap { $0 + 1 }
    group.add { 1 }
    #expect(!values(of: factory).haveNoExtra)
    #expect(!values(of: group).haveNoExtra)
    factory.reset(.registration)
    group.reset(.registration)
    #expect(values(of: factory).haveNoExtra)
    #expect(values(of: group).haveNoExtra)
  }

  @Test("After .once(), the definition's own closure can replace another one of a context")
  func definitionsClosure() {
    FactoryContext.setArg("SettingsTests", forKey: "SettingsTests")
    defer { FactoryContext.removeArg(forKey: "SettingsTests") }
    #expect(Container.shared.defined() == "one")
    Container.shared.defined.onArg("SettingsTests", factory: two)
    #expect(Container.shared.defined() == "two")
    Container.shared.defined.onArg("SettingsTests", factory: one)
    #expect(Container.shared.defined() == "one")
  }
}

@Suite("What a node says of its settings", .container)
struct NodeTests {
  @Test("After a `pop`, a node says whether nothing but a scope and a registration is set")
  func pop() {
    let container = Container()
    func isSimple() -> Bool {
      let declaration = container.kept._definition.declaration
      return factory_node_is_simple(
        container.manager.store.node(declaration.key(Factory<Int>._types)))
    }
    _ = container.kept()
    container.manager.push()
    container.kept.timeToLive(10)
    #expect(!isSimple())
    container.manager.pop()
    #expect(isSimple())
  }
}

extension Container {
  fileprivate var kept: Factory<Int> { self { 1 }.cached }
}
