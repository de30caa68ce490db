// Factory, MIT licence; see LICENSE
//
// Settings that few factories have are stored in an object of their own, while there are any.
import FactoryKitTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

extension Container {
  fileprivate var number: Factory<Int> { self { 0 } }
  fileprivate var numbers: FactoryGroup<Int> { group() }
}

@Suite("The settings of a plan", .container) struct PlanSettingsTests {
  private func settings<F: FactoryModifying>(of factory: F) -> PlanSettings {
    let core = factory._definition.manager.core
    let entry = core.entry(factory._definition.declaration.key(F._types))
    return entry.plan(core).settings
  }

  @Test("A context that was removed leaves a plan without further settings")
  func context() {
    let factory = Container.shared.number
    #expect(settings(of: factory).hasNoExtra)
    factory.context(.test) { 1 }
    #expect(!settings(of: factory).hasNoExtra)
    factory.reset(.context)
    #expect(settings(of: factory).hasNoExtra)
  }

  @Test("A layer that was removed leaves a plan without further settings")
  func layer() {
    let factory = Container.shared.number
    factory.wrap { $0 + 1 }
    #expect(!settings(of: factory).hasNoExtra)
    factory.reset(.registration)
    #expect(settings(of: factory).hasNoExtra)
  }

  @Test("A group whose members were removed has no further settings")
  func members() {
    let group = Container.shared.numbers
    group.add { 1 }
    #expect(!settings(of: group).hasNoExtra)
    group.reset(.registration)
    #expect(settings(of: group).hasNoExtra)
  }

  @Test("Removing one of two settings leaves the other")
  func oneOfTwo() {
    let factory = Container.shared.number
    factory.context(.test) { 1 }
    factory.decorator { _ in }
    factory.reset(.context)
    #expect(!settings(of: factory).hasNoExtra)
    #expect(settings(of: factory).decorator != nil)
  }
}
