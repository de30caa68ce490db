// Factory, MIT licence; see LICENSE
//
// The cache of the tool.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct CacheTests {
    private func workspace() throws -> Workspace {
      try Workspace(["App/A.swift": Programs.warning, "App/B.swift": Programs.error])
    }

    private func check(_ workspace: Workspace, _ more: String...) throws -> Run {
      try workspace.run(["check", "App", "--cache-folder", "cache"] + more)
    }

    private func files(_ workspace: Workspace) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: workspace.path + "/cache").sorted()
    }

    @Test("A second run prints what the first one has printed")
    func twice() throws {
      let workspace = try workspace()
      for format in ["text", "json", "sarif", "github"] {
        let first = try check(workspace, "--format", format)
        let second = try check(workspace, "--format", format)
        let other = try check(workspace, "--format", format, "--no-cache")
        #expect(!first.output.isEmpty)
        #expect(first.output == second.output)
        #expect(first.output == other.output)
        #expect((first.status, first.errors) == (second.status, second.errors))
      }
    }

    @Test("A second run finds what the first one has found in the cache")
    func isUsed() throws {
      let workspace = try workspace()
      let first = try check(workspace)
      // The findings of the cache are changed, to see that they are printed.
      let name = try #require(files(workspace).first { $0.hasSuffix(".findings") })
      let text = try workspace.text("cache/" + name)
      let changed = text.replacing("nothing resolves", with: "nobody resolves")
      try #require(changed != text)
      try workspace.write(changed, to: "cache/" + name)
      #expect(
        try check(workspace).output
          == first.output.replacing("nothing resolves", with: "nobody resolves"))
      #expect(try check(workspace, "--no-cache").output == first.output)
    }

    @Test(
      "What was found before is not used after a change",
      arguments: [
        ("a file", "App/A.swift", Programs.error.replacing("Container", with: "Other")),
        ("a new file", "App/C.swift", "struct {"),
        ("a rule's severity", "factory.yml", "rules: {unused-factory: error}"),
        ("a rule that is off", "factory.yml", "rules: {unused-factory: off}"),
        ("a root", "factory.yml", "roots: [unused]"),
        ("a file that is left out", "factory.yml", "exclude: [App/A.swift]"),
      ])
    func change(_ what: String, _ name: String, _ text: String) throws {
      let workspace = try workspace()
      let first = try check(workspace)
      try workspace.write(text, to: name)
      let second = try check(workspace)
      #expect(second.output != first.output, "\(what)")
      #expect(second.output == (try check(workspace, "--no-cache").output), "\(what)")
    }

    @Test("A manifest that is left out is not forgotten", arguments: [true, false])
    func excludedManifest(isAdded: Bool) throws {
      let workspace = try Workspace([
        "factory.yml": "exclude: ['**/Package.swift']",
        "App/A/a.swift": "import FactoryKit\nextension Container { public var loader: "
          + "Factory<Int?> { self { nil } } }",
        "App/B/b.swift": "import FactoryKit\nfunc f() { Container.shared.loader.register { 1 }; _ "
          + "= Container.shared.loader() }",
      ])
      let manifest = "App/A/Package.swift"
      if !isAdded { try workspace.write("import PackageDescription", to: manifest) }
      let first = try check(workspace)
      if isAdded {
        try workspace.write("import PackageDescription", to: manifest)
      } else {
        try FileManager.default.removeItem(atPath: workspace.path + "/" + manifest)
      }
      let second = try check(workspace)
      #expect(second.output != first.output)
      #expect(second.output == (try check(workspace, "--no-cache").output))
    }

    @Test(
      "What is printed about files is printed by each run",
      arguments: [
        ("a file that cannot be parsed", "App/C.swift", "\0a", "is not UTF-8"),
        ("a project", "App.xcodeproj/project.pbxproj", "{", "cannot be understood"),
        (
          "no target", "factory.yml", "targets: {Kit: [Kit]}",
          "it is in none of the targets that are listed"
        ),
      ])
    func messages(_ what: String, _ name: String, _ text: String, _ message: String) throws {
      let workspace = try workspace()
      try workspace.write(text, to: name)
      let first = try workspace.run("check", "--cache-folder", "cache")
      let second = try workspace.run("check", "--cache-folder", "cache")
      #expect(first.errors.contains(message), "\(what)")
      #expect((second.output, second.errors) == (first.output, first.errors), "\(what)")
    }

    @Test("--verbose lists the files that no target compiles in each run")
    func verbose() throws {
      let workspace = try workspace()
      try workspace.write("targets: {Kit: [App/A.swift]}", to: "factory.yml")
      for _ in 1...2 {
        let run = try check(workspace, "--verbose")
        #expect(run.errors.contains("factory: App/B.swift: it is in none of the targets"))
      }
    }

    @Test("Paths are printed as they are given in each run")
    func paths() throws {
      let workspace = try workspace()
      _ = try check(workspace)
      let run = try workspace.run("check", workspace.path + "/App", "--cache-folder", "cache")
      #expect(run.lines.allSatisfy { $0.hasPrefix(workspace.path + "/App/") })
    }

    @Test("--no-cache writes nothing")
    func noCache() throws {
      let workspace = try workspace()
      _ = try check(workspace, "--no-cache")
      #expect(!workspace.exists("cache"))
    }

    #if os(Linux)
      @Test("The cache is in the user's folder for caches")
      func userFolder() throws {
        let workspace = try workspace()
        _ = try workspace.run(
          ["check", "App"], environment: ["XDG_CACHE_HOME": workspace.path + "/caches"])
        #expect(workspace.exists("caches/factory"))
      }
    #endif

    @Test("A full disk is reported, and the program is checked")
    func fullDisk() throws {
      let workspace = try workspace()
      let first = try check(workspace, "--no-cache")
      // Files cannot be larger than this number of blocks, as if there were no more room.
      let full = try workspace.shell(
        "(trap '' XFSZ; ulimit -f 0; \"$factory\" check App --cache-folder cache) 2>&1 | cat")
      #expect(
        full.output.contains("factory: the cache was not written, so the next run checks again: "))
      #expect(full.lines.filter { $0.hasPrefix("App/") } == first.lines)
      // Nothing is left of what could not be written.
      #expect(try files(workspace) == [])
    }

    @Test("Runs at once do not disturb each other")
    func atOnce() throws {
      let workspace = try workspace()
      let first = try check(workspace, "--no-cache")
      let script =
        "for i in 1 2 3 4 5 6; do \"$factory\" check App --quiet --cache-folder cache "
        + "> out$i & done; wait; cat out*"
      let all = try workspace.shell(script)
      #expect(all.output == String(repeating: first.output, count: 6))
      #expect(all.errors.isEmpty)
      #expect(try check(workspace).output == first.output)
    }
  }
#endif
