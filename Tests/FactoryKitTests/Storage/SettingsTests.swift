// Factory, MIT licence; see LICENSE
//
// The settings of a factory: which are simple, and what overrides a definition.
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
