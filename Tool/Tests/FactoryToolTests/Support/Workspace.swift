// Factory, MIT licence; see LICENSE
//
// A temporary folder, and the tool that runs in it.
#if os(macOS) || os(Linux)
  import Foundation

  /// A new folder for one test. It is removed when the test ends.
  final class Workspace {
    let url: URL
    var path: String { url.path }

    /// - Parameter files: the texts of files by path. Folders are made as needed.
    init(_ files: [String: String] = [:]) throws {
      url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        .appendingPathComponent("factory-" + UUID().uuidString)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for (name, text) in files { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

    func write(_ data: Data, to name: String) throws {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }

    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }

    func exists(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path)
    }

    func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(
        atPath: url.appendingPathComponent(name).path, withDestinationPath: target)
    }

    /// Runs the tool in the folder.
    func run(_ arguments: String...) throws -> Run { try run(arguments) }

    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Run {
      try Run(Run.tool, arguments, in: url, environment)
    }

    /// Runs a script of the shell in the folder. `$factory` is the tool.
    func shell(_ script: String) throws -> Run {
      try Run(
        URL(fileURLWithPath: "/bin/bash"), ["-c", script], in: url, ["factory": Run.tool.path])
    }
  }

  /// What a process has printed, and how it ended.
  struct Run {
    let status: Int32
    /// Whether a signal has ended it, as a crash does.
    let isCrash: Bool
    let output: String
    let errors: String

    init(
      _ program: URL, _ arguments: [String], in folder: URL, _ environment: [String: String]
    ) throws {
      let process = Process()
      process.executableURL = program
      process.arguments = arguments
      process.currentDirectoryURL = folder
      var all = ProcessInfo.processInfo.environment
      all["NO_COLOR"] = nil
      // Files, because a full pipe would stop the process. They are not in its folder.
      let files = folder.deletingLastPathComponent().appendingPathComponent(
        "factory-run-" + UUID().uuidString)
      try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: files) }
      // On macOS, the user's folder is used all the same.
      all["XDG_CACHE_HOME"] = files.appendingPathComponent("cache").path
      process.environment = all.merging(environment) { $1 }
      let (output, errors) = (
        files.appendingPathComponent("out"), files.appendingPathComponent("err")
      )
      for file in [output, errors] { try Data().write(to: file) }
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.run()
      process.waitUntilExit()
      status = process.terminationStatus
      isCrash = process.terminationReason == .uncaughtSignal
      self.output = String(decoding: try Data(contentsOf: output), as: UTF8.self)
      self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    }

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The output as JSON.
    func json() throws -> [String: Any] {
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
    }

    static var tool: URL { executable("factory") }

    /// An executable of the package, which is next to the tests.
    static func executable(_ name: String) -> URL {
      #if os(macOS)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
        return bundle.deletingLastPathComponent().appendingPathComponent(name)
      #else
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
          .appendingPathComponent(name)
      #endif
    }
  }
#endif
