// Factory, MIT licence; see LICENSE
//
// `swift package factory …`: the tool, for a package that depends on this one.
import Foundation
import PackagePlugin

@main
struct FactoryCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    try run(
      try context.tool(named: "factory").url, arguments, in: context.package.directoryURL,
      cache: context.pluginWorkDirectoryURL)
  }

  fileprivate func run(_ tool: URL, _ arguments: [String], in folder: URL, cache: URL) throws {
    // A plugin may not write into the user's folder for caches. Only `check` has a cache.
    let hasCache = arguments.first == "check"
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments + (hasCache ? ["--cache-folder", cache.path] : [])
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      // The tool has printed what it has found. An error here gives the command a failing status.
      Diagnostics.error("factory ended with status \(process.terminationStatus)")
    }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension FactoryCommand: XcodeCommandPlugin {
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      // Xcode passes the selected targets, which the tool does not need.
      var arguments = arguments
      while let index = arguments.firstIndex(of: "--target") {
        arguments.removeSubrange(index..<min(index + 2, arguments.count))
      }
      try run(
        try context.tool(named: "factory").url, arguments.isEmpty ? ["check"] : arguments,
        in: context.xcodeProject.directoryURL, cache: context.pluginWorkDirectoryURL)
    }
  }
#endif
