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
    let sources = context.package.targets.compactMap { $0 as? any SourceModuleTarget }
      .flatMap { $0.sourceFiles(withSuffix: ".swift").map(\.url) }
    return [
      try command(
        target.name, try context.tool(named: "factory").url, context.package.directoryURL,
        showing: target.sourceFiles(withSuffix: ".swift").map(\.url), sources,
        context.pluginWorkDirectoryURL)
    ]
  }

  /// The command that checks a program and shows the findings of one target.
  ///
  /// - Parameters:
  ///   - shown: the files of the target.
  ///   - sources: the files of the program. The command runs again if one of them has changed.
  fileprivate func command(
    _ name: String, _ tool: URL, _ program: URL, showing shown: [URL], _ sources: [URL],
    _ work: URL
  ) throws -> Command {
    // A file, because thousands of paths are too long for a command line.
    let list = work.appendingPathComponent("shown.txt")
    let text = shown.map { $0.path + "\n" }.joined()
    if (try? String(contentsOf: list, encoding: .utf8)) != text {
      try text.write(to: list, atomically: true, encoding: .utf8)
    }
    // A build command needs an output, so that it runs again only if an input has changed.
    let stamp = work.appendingPathComponent("FactoryCheck.swift")
    return .buildCommand(
      displayName: "Checking the factories of \(name)", executable: tool,
      arguments: [
        "check", program.path, "--quiet", "--shown", list.path, "--stamp", stamp.path,
      ] + cache, inputFiles: sources + configurations(above: program) + [list],
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
