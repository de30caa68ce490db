// Factory, MIT licence; see LICENSE
//
// `factory rules`.
import ArgumentParser
import FactoryGraph
import Foundation

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "Lists the rules of 'factory check', or explains one of them.")

  @ArgumentParser.Argument(help: "The rule to explain. Without it, all rules are listed.")
  var rule: String?

  /// So that scripts can pass the same options to all commands. None changes what is printed.
  @OptionGroup var common: CommonOptions

  /// Writes the pages of all rules.
  @Option(help: .hidden)
  var pages: String?

  func run() throws {
    if let pages {
      for info in Rules.all.map(\.info) {
        let file = URL(fileURLWithPath: pages).appendingPathComponent("\(info.name).md")
        try Data(info.page().utf8).write(to: file)
      }
      return
    }
    guard let rule else {
      list()
      return
    }
    guard let found = Rules.all.first(where: { $0.info.name == rule }) else {
      throw ValidationError("There is no rule '\(rule)'. 'factory rules' lists them.")
    }
    Terminal.print(found.info.page())
  }

  private func list() {
    let width = Rules.all.map(\.info.name.count).max() ?? 0
    for rule in Rules.all.map(\.info) {
      let name = rule.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
      let severity = rule.severity.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)
      Terminal.print(name + severity + rule.summary + "\n")
    }
  }
}
