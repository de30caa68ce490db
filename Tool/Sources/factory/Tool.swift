// Factory, MIT licence; see LICENSE
//
// The command line of the tool.
import ArgumentParser

@main
struct Tool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "factory", abstract: "Shows and checks the factories of Swift programs.",
    subcommands: [
      Check.self, GraphCommand.self, Explain.self, Stats.self, PromisesCommand.self,
      Migrate.self, RulesCommand.self,
    ])

  /// Ends with 2 if the command line is wrong, as the tool does whenever it cannot do its work.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      if code.isSuccess || error is ExitCode { exit(withError: error) }
      Terminal.printError(fullMessage(for: error))
      Terminal.exit(2)
    }
  }
}
