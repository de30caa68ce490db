// Factory, MIT licence; see LICENSE
//
// A rule of one's own, which the article "Findings" names.
import FactoryGraph
import Foundation

struct ServiceNames: Rule {
  let info = RuleInfo(
    "service-names", .warning, "A singleton whose name does not end in 'Service'",
    example: """
      import FactoryKit

      struct Network {}

      extension Container {
      -   var network: Factory<Network> { self { Network() }.singleton }
      +   var networkService: Factory<Network> { self { Network() }.singleton }
      }
      """,
    why: "Our singletons are services, and their names say so.")

  func check(_ program: Program) -> [Finding] {
    program.graph.factories
      .filter { $0.scope == "singleton" && !$0.name.hasSuffix("Service") }
      .map { factory in
        Finding(program.location(of: factory), "rename '\(factory.name)' to '…Service'.")
      }
  }
}

let loader = try ProgramLoader(paths: Array(CommandLine.arguments.dropFirst()))
let program = Program(loader)
let rules = Rules.all + [ServiceNames()]
let report = Report(Checker(rules: rules).check(program), of: program, rules: rules)
print(report.text(), terminator: "")
exit(report.summary.errors == 0 ? 0 : 1)
