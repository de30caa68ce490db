// Factory, MIT licence; see LICENSE
//
// `factory graph`.
#if Tool
  import ArgumentParser
  import FactoryGraph
  import Foundation

  struct GraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "graph", abstract: "Shows the factories, and who resolves whom.")

    @OptionGroup var shared: SharedOptions

    func run() throws {
      let program = try shared.program(shared.configuration())
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(Graph(program)), as: UTF8.self))
    }
  }
#endif
