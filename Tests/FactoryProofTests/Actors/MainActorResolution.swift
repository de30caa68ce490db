// Factory, MIT licence; see LICENSE
//
// Factories of the main actor, reached from elsewhere.
import FactoryTesting
import Testing

@Suite("Main actor", .container)
struct MainActorResolution {
  @Test("A factory of the main actor resolves there with resolveOnMainActor")
  func resolveOnMainActor() async {
    let factory = await Container.shared.proofModel
    let model = await factory.resolveOnMainActor()
    #expect(model.wasMadeThere)
  }

  @Test("A function of the main actor resolves with a plain call")
  @MainActor
  func plainCall() {
    #expect(Container.shared.proofModel().wasMadeThere)
  }

  @Test("A whole expression may be awaited on the main actor")
  func awaited() async {
    let model = await MainActor.run { Container.shared.proofModel() }
    #expect(model.wasMadeThere)
  }

  @Test("A factory of another global actor resolves on it")
  func globalActor() async {
    let factory = await Container.shared.proofReport
    let report = await factory.resolveOnGlobalActor(ProofActor.self)
    #expect(report.title == "report")
  }
}

@MainActor
private final class ProofModel {
  let wasMadeThere: Bool

  init() {
    MainActor.preconditionIsolated()
    wasMadeThere = true
  }
}

@globalActor
private actor ProofActor {
  static let shared = ProofActor()
}

@ProofActor
private final class ProofReport {
  let title = "report"
}

extension Container {
  @MainActor fileprivate var proofModel: Factory<ProofModel> { self { ProofModel() } }
  @ProofActor fileprivate var proofReport: Factory<ProofReport> { self { ProofReport() } }
}
