// Factory, MIT licence; see LICENSE
//
// The rule that CONTRIBUTING.md adds.
import FactoryGraph
import Testing

struct ViewResolves: Rule {
  let info = RuleInfo(
    "view-resolves", .warning, "A view that resolves another factory than that of its model",
    example: """
      import FactoryKit

      struct Network {}
      struct AccountModel { var network = Network() }

      extension Container {
        var network: Factory<Network> { self { Network() } }
        var accountModel: Factory<AccountModel> { self { AccountModel(network: self.network()) } }
      }

      struct AccountView {
      -   @Injected(\\.network) var network
      +   @Injected(\\.accountModel) var model
      }
      """,
    why: """
      A view that talks to a service cannot be shown without it, and its logic cannot be tested alone.

      Resolve the service in the model, and let the view have the model.
      """)

  func check(_ program: Program) -> [Finding] {
    program.graph.factories.filter { !$0.name.hasSuffix("Model") }.flatMap { factory in
      program.uses(of: factory).compactMap { use in
        guard case .resolve = use.operation, !use.isInTest,
          let view = use.enclosing.first(where: { $0.kind == .type && $0.name.hasSuffix("View") })
        else { return nil }
        return Finding(
          use.location, "\(view.name) resolves \(factory.name). Resolve it in its model.")
      }
    }
  }
}

@Suite("The rule of CONTRIBUTING")
struct ViewResolvesTests {
  @Test("A view that resolves a service is found, and one that resolves its model is not")
  func example() {
    let rule = ViewResolves()
    func lines(_ source: String) -> [Int] {
      Checker(rules: [rule]).check(Program(source: source)).map(\.line)
    }
    #expect(lines(rule.info.wrong) == [12])
    #expect(lines(rule.info.right).isEmpty)
  }
}
