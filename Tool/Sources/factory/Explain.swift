// Factory, MIT licence; see LICENSE
//
// `factory explain`, `factory stats` and `factory promises`.
import ArgumentParser
import FactoryGraph

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Explains a factory: its lifetime, what it needs, what needs it, and what registers it.")

  @ArgumentParser.Argument(
    help: "A factory: 'name', 'Container.name' or 'Module.Container.name'.")
  var name: String

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @OptionGroup var shared: SharedOptions

  @Option(help: "The format.")
  var format = Format.text

  func run() throws {
    let configuration = try shared.configuration()
    let loader = try shared.load(configuration)
    let program = Program(loader, configuration)
    let explanation = Explanation(of: name, in: program)
    if explanation.factories.isEmpty {
      throw ValidationError(
        "The program has no factory '\(name)'."
          + (outside(loader) ?? program.graph.suggestion(for: [name])))
    }
    Terminal.print(format == .text ? explanation.text(arguments: shared.paths) : explanation.json())
  }

  /// Where files that no target compiles declare something of this name.
  private func outside(_ loader: ProgramLoader) -> String? {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    for (file, _) in loader.outside {
      for member in file.facts.members where member.name == last {
        return
          " \(file.path):\(member.place.line) declares '\(last)', but the file is outside every "
          + "target, so it is not part of the program."
      }
    }
    return nil
  }
}

struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Counts the containers, factories and dependencies.")

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

  @ArgumentParser.Flag(help: "Print the calls of 'validate' that check them at launch.")
  var swift = false

  func run() throws {
    let promises = Promises(try shared.program(shared.configuration()))
    if promises.all.isEmpty {
      Terminal.print(swift ? "// The program has no promises.\n" : "The program has no promises.\n")
      return
    }
    Terminal.print(swift ? promises.swift() : promises.text())
  }
}
