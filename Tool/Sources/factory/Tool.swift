// Factory, MIT licence; see LICENSE
//
// The command line of the tool.
import ArgumentParser

@main
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "factory",
    abstract: "Checks how Swift programs use Factory, and shows their dependencies.",
    version: Self.version,
    subcommands: [
      Check.self, GraphCommand.self, Explain.self, Stats.self, PromisesCommand.self,
      Migrate.self, RulesCommand.self,
    ])

  /// That of the release which the tool is a part of, as CHANGELOG.md names it.
  static let version = "3.0.0"

  /// Ends with 2 if the command line is wrong, as the tool does whenever it cannot do its work.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      if code.isSuccess || error is ExitCode { exit(withError: error) }
      Terminal.printError("factory: \(message(for: error))")
      Terminal.exit(2)
    }
  }
}
