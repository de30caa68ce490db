// Factory, MIT licence; see LICENSE
//
// Runs `factory check` in each build of a target, so that findings appear where the compiler's do.
import Foundation
import PackagePlugin

@main
struct FactoryCheck: BuildToolPlugin {
  /// A build plugin does not know which other targets use it, so each target has a command. The
  /// commands of a package share one check: the first one makes it, and the others wait for it and
  /// print what it has found in their own target.
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let targets = context.package.targets.compactMap { $0 as? any SourceModuleTarget }
    let list = context.pluginWorkDirectoryURL.appendingPathComponent("targets.json")
    try write(try JSONEncoder().encode(targets.map(ListedFiles.init)), to: list)
    return [
      try command(
        target.name, try context.tool(named: "factory").url, context.package.directoryURL,
        showing: target.swiftFiles, targets.flatMap(\.swiftFiles),
        context.pluginWorkDirectoryURL, targets: list)
    ]
  }

  /// Writes a file if its content changes, so that the command does not run again without need.
  private func write(_ data: Data, to file: URL) throws {
    if (try? Data(contentsOf: file)) != data { try data.write(to: file, options: .atomic) }
  }

  /// The command that checks a program and shows the findings of one target.
  ///
  /// - Parameters:
  ///   - shown: the files of the target.
  ///   - sources: the files of the program. The command runs again if one of them has changed.
  ///   - targets: the file that lists the program's targets; nil if the tool is to find them.
  fileprivate func command(
    _ name: String, _ tool: URL, _ program: URL, showing shown: [URL], _ sources: [URL],
    _ work: URL, targets: URL? = nil
  ) throws -> Command {
    // A file, because thousands of paths are too long for a command line.
    let list = work.appendingPathComponent("shown.txt")
    try write(Data(shown.map { $0.path + "\n" }.joined().utf8), to: list)
    // A build command needs an output, so that it runs again only if an input has changed.
    let stamp = work.appendingPathComponent("FactoryCheck.swift")
    return .buildCommand(
      displayName: "Checking the factories of \(name)", executable: tool,
      arguments: [
        "check", program.path, "--quiet", "--shown", list.path, "--stamp", stamp.path,
      ] + (targets.map { ["--targets", $0.path] } ?? []) + cache,
      inputFiles: sources + configurations(above: program) + [list] + (targets.map { [$0] } ?? []),
      outputFiles: [stamp])
  }

  /// The folder of the cache, which all commands share. On macOS, a command may only write to its
  /// own folder and to the user's temporary folder.
  private var cache: [String] {
    #if os(macOS)
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("factory")
      return ["--cache-folder", folder.path]
    #else
      return []
    #endif
  }

  /// The configuration that the tool will find: the nearest `factory.yml`.
  private func configurations(above program: URL) -> [URL] {
    var folder = program.standardizedFileURL
    while true {
      let file = folder.appendingPathComponent("factory.yml")
      if FileManager.default.fileExists(atPath: file.path) { return [file] }
      if folder.path == "/" || folder.path.isEmpty { return [] }
      folder.deleteLastPathComponent()
    }
  }
}

/// A target and its files, as the option `--targets` reads them.
private struct ListedFiles: Encodable {
  struct Target: Encodable {
    var name: String
    var kind: String
    var dependencies: [String]
  }

  var target: Target
  var files: [String]

  init(_ target: any SourceModuleTarget) {
    let kind =
      switch target.kind {
      case .executable, .snippet: "executable"
      case .test: "test"
      case .macro: "macro"
      default: "library"
      }
    let dependencies = target.dependencies.flatMap { dependency -> [String] in
      switch dependency {
      case .target(let target): [target.name]
      case .product(let product): product.targets.map(\.name)
      @unknown default: []
      }
    }
    self.target = Target(name: target.name, kind: kind, dependencies: dependencies)
    files = target.swiftFiles.map(\.path)
  }
}

extension SourceModuleTarget {
  fileprivate var swiftFiles: [URL] { sourceFiles(withSuffix: ".swift").map(\.url) }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension FactoryCheck: XcodeBuildToolPlugin {
    /// Checks the project, and shows the findings of the target.
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let project = context.xcodeProject
      return [
        try command(
          target.displayName, try context.tool(named: "factory").url, project.directoryURL,
          showing: sources(of: target), project.targets.flatMap(sources(of:)),
          context.pluginWorkDirectoryURL)
      ]
    }

    private func sources(of target: XcodeTarget) -> [URL] {
      target.inputFiles.map(\.url).filter { $0.pathExtension == "swift" }
    }
  }
#endif
