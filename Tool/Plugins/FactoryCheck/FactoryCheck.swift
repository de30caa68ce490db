// Factory, MIT licence; see LICENSE
//
// Runs `factory check` in each build of a target, so that findings appear where the compiler's do.
import Foundation
import PackagePlugin

@main
struct FactoryCheck: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let sources = context.package.targets.compactMap { $0 as? any SourceModuleTarget }
      .flatMap { $0.sourceFiles(withSuffix: ".swift").map(\.url) }
    return [
      try command(
        target.name, try context.tool(named: "factory").url, context.package.directoryURL,
        target.directoryURL, sources, context.pluginWorkDirectoryURL)
    ]
  }

  fileprivate func command(
    _ name: String, _ tool: URL, _ package: URL, _ folder: URL, _ sources: [URL], _ work: URL
  ) throws -> Command {
    // A build command needs an output, so that it runs again only if a source has changed.
    let stamp = work.appending(path: "FactoryCheck.swift")
    return .buildCommand(
      displayName: "Checking the factories of \(name)", executable: tool,
      arguments: [
        "check", package.path, "--quiet", "--only", folder.path, "--stamp", stamp.path,
        // A build command may only write into this folder.
        "--cache-folder", work.path,
      ],
      inputFiles: sources, outputFiles: [stamp])
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension FactoryCheck: XcodeBuildToolPlugin {
    func createBuildCommands(
      context: XcodePluginContext, target: XcodeTarget
    ) throws -> [Command] {
      let sources = target.inputFiles.map(\.url).filter { $0.pathExtension == "swift" }
      let folder = context.xcodeProject.directoryURL
      return [
        try command(
          target.displayName, try context.tool(named: "factory").url, folder, folder, sources,
          context.pluginWorkDirectoryURL)
      ]
    }
  }
#endif
