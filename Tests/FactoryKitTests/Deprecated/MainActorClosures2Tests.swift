// Factory, MIT licence; see LICENSE
//
// 2.x: registrations and contexts whose closures are annotated `@MainActor`, set by code outside of
// the main actor.
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

@MainActor
private final class MainModel {
  let text: String
  init(_ text: String) { self.text = text }
}

extension Container {
  @MainActor fileprivate var model: Factory<MainModel> { self { MainModel("original") } }
  @MainActor fileprivate var numbered: ParameterFactory<Int, MainModel> {
    self { MainModel("original \($0)") }
  }
}

/// Calling a deprecated method through this does not warn.
private protocol MainActorForms: Sendable {
  func register(_ container: Container) async
  func setContexts(_ container: Container) async
  func setParameterContexts(_ container: Container) async
}

private struct Forms: MainActorForms {
  @available(*, deprecated)
  func register(_ container: Container) async {
    await container.model.register { @MainActor in MainModel("registered") }
    await container.numbered.register { @MainActor in MainModel("registered \($0)") }
  }

  @available(*, deprecated)
  func setContexts(_ container: Container) async {
    await container.model.context(.arg("a"), .args(["b", "c"])) { @MainActor in MainModel("") }
    await container.model.onArg("d") { @MainActor in MainModel("") }
    await container.model.onArgs(["e", "f"]) { @MainActor in MainModel("") }
    await container.model.onPreview { @MainActor in MainModel("") }
    await container.model.onTest { @MainActor in MainModel("in a test") }
    await container.model.onDebug { @MainActor in MainModel("") }
    await container.model.onSimulator { @MainActor in MainModel("") }
    await container.model.onDevice { @MainActor in MainModel("") }
  }

  @available(*, deprecated)
  func setParameterContexts(_ container: Container) async {
    await container.numbered.context(.arg("a"), .args(["b", "c"])) { @MainActor in
      MainModel("\($0)")
    }
    await container.numbered.onArg("d") { @MainActor in MainModel("\($0)") }
    await container.numbered.onArgs(["e", "f"]) { @MainActor in MainModel("\($0)") }
    await container.numbered.onPreview { @MainActor in MainModel("\($0)") }
    await container.numbered.onTest { @MainActor in MainModel("\($0)") }
    await container.numbered.onDebug { @MainActor in MainModel("\($0)") }
    await container.numbered.onSimulator { @MainActor in MainModel("\($0)") }
    await container.numbered.onDevice { @MainActor in MainModel("\($0)") }
  }
}

private let forms: any MainActorForms = Forms()

extension FactoryModifying {
  fileprivate var contexts: [FactoryContextType] {
    let core = _definition.manager.core
    let entry = core.entry(_definition.declaration.key(Self._types))
    return entry.plan(core).settings.contexts.map(\.context)
  }
}

private let allContexts: [FactoryContextType] = [
  .arg("a"), .arg("b"), .arg("c"), .arg("d"), .arg("e"), .arg("f"), .preview, .test, .debug,
  .simulator, .device,
]

@Suite("2.x: Main-actor closures from outside of the main actor")
struct MainActorClosures2Tests {
  private let container = Container()

  @Test("register replaces the factory's closure")
  func register() async {
    await forms.register(container)
    #expect(await container.model.resolveOnMainActor().text == "registered")
    #expect(await container.numbered.resolveOnMainActor(3).text == "registered 3")
  }

  @Test("Such a closure can be set for each context")
  func contexts() async {
    await forms.setContexts(container)
    let contexts = await container.model.contexts
    #expect(contexts == allContexts)
  }

  @Test("So can those of a factory with a parameter")
  func parameterContexts() async {
    await forms.setParameterContexts(container)
    let contexts = await container.numbered.contexts
    #expect(contexts == allContexts)
  }

  #if DEBUG
    @Test("The closure of an active context is used")
    func chosen() async {
      await forms.setContexts(container)
      #expect(await container.model.resolveOnMainActor().text == "in a test")
    }
  #endif
}
