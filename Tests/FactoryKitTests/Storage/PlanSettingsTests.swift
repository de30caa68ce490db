// Factory, MIT licence; see LICENSE
//
// Settings that few factories have are stored in an object of their own, while there are any.
import FactoryKitTestSupport
import FactoryTesting
import Testing

@testable import FactoryKitCore

extension Container {
  fileprivate var number: Factory<Int> { self { 0 } }
  fileprivate var byNumber: ParameterFactory<Int, Int> { self { $0 } }
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

  @Test(
    "Removing a context leaves each other setting", arguments: RareSetting.allCases)
  private func others(setting: RareSetting) {
    let factory = setting.set(on: Container.shared.byNumber)
    factory.context(.test) { _ in 1 }
    factory.reset(.context)
    #expect(!settings(of: factory).hasNoExtra)
    #expect(setting.isSet(in: settings(of: factory)))
  }
}

/// The settings, besides contexts, that few factories have.
private enum RareSetting: CaseIterable {
  case decorator, layer, shutdownHook, timeToLive, parameterKey

  func set(on factory: ParameterFactory<Int, Int>) -> ParameterFactory<Int, Int> {
    switch self {
    case .decorator: factory.decorator { _ in }
    case .layer: factory.wrap { $0 }
    case .shutdownHook: factory.onShutdown { _ in }
    case .timeToLive: factory.timeToLive(1)
    case .parameterKey: factory.scopeOnParameters
    }
  }

  func isSet(in settings: PlanSettings) -> Bool {
    switch self {
    case .decorator: settings.decorator != nil
    case .layer: !settings.layers.isEmpty
    case .shutdownHook: settings.shutdownHook != nil
    case .timeToLive: settings.timeToLive != nil
    case .parameterKey: settings.parameterKey != nil
    }
  }
}
