// Factory, MIT licence; see LICENSE
//
// The command line of the tool.
#if Tool
  import ArgumentParser
  import FactoryGraph
  import Foundation

  @main
  struct Tool: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "factory", abstract: "Shows and checks the factories of Swift programs.",
      subcommands: [GraphCommand.self])
  }

  struct GraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "graph", abstract: "Prints the graph.")
    @Argument var paths: [String] = []

    func run() throws {
      let loader = try ProgramLoader(paths: paths.isEmpty ? ["."] : paths)
      let program = Program(files: loader.files, modules: loader.modules)
      let graph = Graph(program)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(graph), as: UTF8.self))
    }
  }
#else
  @main
  enum Tool {
    static func main() {
      print("factory: built without the trait Tool; build it with --traits Tool")
    }
  }
#endif
