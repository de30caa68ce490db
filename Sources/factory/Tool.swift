// Factory, MIT licence; see LICENSE
//
// The command line of the tool.
#if Tool
  import ArgumentParser
  import FactoryGraph

  @main
  struct Tool: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "factory", abstract: "Shows and checks the factories of Swift programs.",
      subcommands: [Migrate.self])
  }
#else
  @main
  enum Tool {
    static func main() {
      print("factory: built without the trait Tool; build it with --traits Tool")
    }
  }
#endif
