// Factory, MIT licence; see LICENSE
//
// The options that the build plugin passes.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct BuildPluginTests {
    private func workspace() throws -> Workspace {
      let workspace = try Workspace([
        "App/A.swift": Programs.warning, "Kit/B.swift": Programs.error,
      ])
      for target in ["App", "Kit"] {
        let file = target == "App" ? "App/A.swift" : "Kit/B.swift"
        try workspace.write("\(workspace.path)/\(file)\n", to: "\(target).shown")
      }
      return workspace
    }

    private func arguments(_ target: String) -> [String] {
      [
        "check", ".", "--quiet", "--shown", "\(target).shown", "--stamp", "\(target).stamp",
        "--cache-folder", "cache",
      ]
    }

    @Test("A target shows its own findings, and fails for its own errors only")
    func shown() throws {
      let workspace = try workspace()
      let app = try workspace.run(arguments("App"))
      #expect(app.lines.count == 1 && app.output.contains("[unused-factory]"))
      #expect((app.status, workspace.exists("App.stamp")) == (0, true))
      let kit = try workspace.run(arguments("Kit"))
      #expect(kit.output.contains("[stored-factory]"))
      #expect(!kit.output.contains("[unused-factory]"))
      #expect((kit.status, workspace.exists("Kit.stamp")) == (1, false))
    }

    @Test("The targets of a package wait for one check and share what it finds")
    func oneCheck() throws {
      let workspace = try workspace()
      let expected = try workspace.run(arguments("App")).output
      try #require(expected.contains("nothing resolves"))
      let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path + "/cache")
      let findings = "cache/" + (try #require(names.first { $0.hasSuffix(".findings") }))
      let lock = "cache/" + (try #require(names.first { $0.hasSuffix(".lock") }))

      // This process holds the lock, as the command of another target does that checks the package.
      let descriptor = open(workspace.path + "/" + lock, O_RDWR | O_CLOEXEC)
      try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
      let output = Pipe()
      let process = Process()
      process.executableURL = Run.tool
      process.arguments = arguments("App")
      process.currentDirectoryURL = workspace.url
      process.standardOutput = output
      try process.run()
      // If it did not wait, it would end before these have ended.
      for _ in 1...5 { _ = try workspace.run("check", ".", "--no-cache") }
      // The findings are changed, to see that they are printed.
      let text = try workspace.text(findings)
      try workspace.write(
        text.replacing("nothing resolves", with: "nobody resolves"), to: findings)
      close(descriptor)
      let printed = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(printed == expected.replacing("nothing resolves", with: "nobody resolves"))
    }
  }
#endif
