// Factory, MIT licence; see LICENSE
//
// `factory explain`, `factory stats` and `factory promises`.
import ArgumentParser
import FactoryGraph

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what a factory needs, what needs it, and what registers it.")

  @ArgumentParser.Argument(
    help: "A factory: 'name', 'Container.name' or 'Module.Container.name'.")
  var name: String

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let graph = Graph(try shared.program(shared.configuration()))
    let text = graph.explanation(of: name)
    if text.isEmpty {
      throw ValidationError(
        "The program has no factory '\(name)'." + graph.suggestion(for: [name]))
    }
    Terminal.print(text)
  }
}

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Counts the containers, the factories, and the edges between them.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @OptionGroup var shared: SharedOptions

  @Option(help: "The format.")
  var format = Format.text

  func run() throws {
    let statistics = Statistics(try shared.program(shared.configuration()))
    Terminal.print(format == .text ? statistics.text() : statistics.json())
  }
}

struct PromisesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promises",
    abstract: "Lists the promised and required factories, and what registers them.")

  @OptionGroup var shared: SharedOptions

  @ArgumentParser.Flag(help: "Print the call of 'validate' that checks them at launch.")
  var swift = false

  func run() throws {
    let promises = Promises(try shared.program(shared.configuration()))
    Terminal.print(swift ? promises.swift() : promises.text())
  }
}
