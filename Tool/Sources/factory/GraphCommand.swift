// Factory, MIT licence; see LICENSE
//
// `factory graph`.
import ArgumentParser
import FactoryGraph
import Foundation

struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Prints the factories and their dependencies as a page, a diagram or JSON.",
    discussion: """
      --root, --container and --module take all names up to the next option, so write the paths \
      before them. The name of a factory is 'name', 'Container.name' or 'Module.Container.name'.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case html, mermaid, dot, json }

  @OptionGroup var shared: SharedOptions

  @Option(help: "The format of the graph.")
  var format = Format.html

  @Option(help: "The file to write. Without it, the graph is printed.")
  var output: String?

  @Option(
    parsing: .upToNextOption, help: "Show only these factories and everything that they need.")
  var root: [String] = []

  @Option(parsing: .upToNextOption, help: "Show only the factories of these containers.")
  var container: [String] = []

  @Option(parsing: .upToNextOption, help: "Show only the factories of these modules.")
  var module: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where the places on the page link to: xcode, vscode, none or an address.",
      discussion: """
        In an address, {path} is the path in the repository, {file} the whole path, and {line} the \
        line: 'https://github.com/OWNER/NAME/blob/main/{path}#L{line}'. By default, places open in \
        \(Self.editor), and the page contains the whole paths.
        """, valueName: "template"))
  var link: String?

  #if os(macOS)
    private static let editor = "xcode"
  #else
    private static let editor = "vscode"
  #endif

  func validate() throws {
    if link != nil, format != .html { throw ValidationError("--link needs --format html.") }
    _ = try links()
  }

  private func links() throws -> SourceLinks? {
    if link == "none" { return nil }
    do {
      return try SourceLinks(link ?? Self.editor)
    } catch {
      throw ValidationError("--link: \(error)")
    }
  }

  func run() throws {
    let configuration = try shared.configuration()
    let program = try shared.program(configuration)
    let graph = program.graph
    let unknown = graph.unknownNames(roots: root, containers: container, modules: module)
    if !unknown.isEmpty {
      throw ValidationError(
        "The program has no factory, container or module named "
          + unknown.map { "'\($0)'" }.joined(separator: ", ") + "."
          + graph.suggestion(for: graph.unknownNames(roots: root)))
    }
    let shown = graph.filtered(roots: root, containers: container, modules: module)
    let text =
      switch format {
      case .html:
        shown.html(
          title: title, findings: findings(in: shown, of: program, configuration),
          links: try links())
      case .mermaid: shown.mermaid()
      case .dot: shown.dot()
      case .json: shown.json()
      }
    guard let output else {
      Terminal.print(text)
      return
    }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
    } catch {
      throw FileError(output, "cannot be written: \(error.reason)")
    }
    if !shared.quiet {
      Terminal.printError("factory: \(shown.factories.count) factories written to \(output)")
    }
  }

  /// What `factory check` finds; of a part of the graph, only what is about its nodes.
  private func findings(
    in graph: Graph, of program: Program, _ configuration: Configuration
  ) -> [PlacedFinding] {
    let checker = Checker(
      rules: Rules.all(roots: configuration.roots), severities: configuration.severities)
    let isWhole = root.isEmpty && container.isEmpty && module.isEmpty
    return graph.placed(checker.findings(program), in: program)
      .filter { isWhole || !$0.nodes.isEmpty }
  }

  /// The folder's name.
  private var title: String {
    URL(fileURLWithPath: shared.roots[0]).standardizedFileURL.lastPathComponent
  }
}
