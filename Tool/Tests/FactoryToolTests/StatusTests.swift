// Factory, MIT licence; see LICENSE
//
// The exit statuses, and what goes to which output.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct StatusTests {
    @Test(
      "Errors of the tool have one prefix, and no usage text",
      arguments: [
        ["check", "--unknown"], ["check", "missing"], ["check", "--dry-run"], ["explain", "none"],
        ["graph", "--format", "unknown"], ["rules", "unknown"], ["graph", "--root", "none"],
        ["check", "--config", "missing.yml"], ["migrate", "--from", "unknown"], ["unknown"],
        ["explain"],
      ])
    func prefix(arguments: [String]) throws {
      let run = try Workspace(["A.swift": "let a = 1\n"]).run(arguments)
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("factory: "), "\(run.errors)")
      #expect(!run.errors.contains("Usage:") && !run.errors.contains("Error:"), "\(run.errors)")
    }

    @Test("Nothing found ends with 0")
    func clean() throws {
      let run = try Workspace(["A.swift": Programs.clean]).run("check")
      #expect(run.status == 0)
      #expect(run.output == "")
      #expect(run.errors == "0 errors, 0 warnings in 1 file with 3 factories\n")
    }

    @Test("A library alone is told which rules did not run, because they need a program")
    func library() throws {
      let library =
        "import FactoryKit\nextension Container { public var a: Factory<A?> { promised() } }"
      let workspace = try Workspace(["A.swift": library])
      let run = try workspace.run("check")
      #expect(run.status == 0)
      #expect(
        run.errors.hasSuffix(
          "; without a program, these rules did not run: promise-unregistered\n"), "\(run.errors)")
      let summary = try #require(
        try workspace.run("check", "--format", "json").json()["summary"] as? [String: Any])
      #expect(summary["notRun"] as? [String] == ["promise-unregistered"])
      try workspace.write("print(1)\n", to: "main.swift")
      #expect(!(try workspace.run("check").errors.contains("did not run")))
    }

    @Test("A warning ends with 0, and with --strict with 1")
    func warning() throws {
      let workspace = try Workspace(["A.swift": Programs.warning])
      #expect(try workspace.run("check").status == 0)
      #expect(try workspace.run("check", "--strict").status == 1)
    }

    @Test("An error ends with 1")
    func error() throws {
      #expect(try Workspace(["A.swift": Programs.error]).run("check").status == 1)
    }

    @Test(
      "A wrong command line ends with 2, with a message and without results",
      arguments: [
        (["check", "--none"], "Unknown option '--none'"),
        (["none"], "none"),
        (["check", "--format", "xml"], "xml"),
        (["graph", "--format", "pdf"], "pdf"),
        (["stats", "--format", "sarif"], "sarif"),
        (["check", "--dry-run"], "--dry-run needs --fix."),
        (["check", "--jobs", "0"], "--jobs needs a number above zero."),
        (["check", "--jobs", "many"], "many"),
        (["explain"], "Missing expected argument '<name>'"),
        (["migrate"], "Missing expected argument '--from"),
        (["migrate", "--from", "needle"], "needle"),
        (["rules", "no-rule"], "There is no rule 'no-rule'. 'factory rules' lists them."),
        (["check", "none"], "none: no such file or folder"),
        (["graph", "none"], "none: no such file or folder"),
        (["explain", "a", "none"], "none: no such file or folder"),
        (["stats", "none"], "none: no such file or folder"),
        (["promises", "none"], "none: no such file or folder"),
        (["migrate", "--from", "factory1", "none"], "none: no such file or folder"),
        (["check", "--config", "none.yml"], "none.yml: cannot be read"),
        (["check", "--config", "folder"], "folder: cannot be read"),
        (["check", "--baseline", "none/b.json"], "none/b.json: cannot be written"),
        (["check", "--baseline", "A.swift"], "A.swift: is not a baseline."),
        (["graph", "--output", "none/g.html"], "none/g.html: cannot be written: no such file"),
        (["graph", "--output", "folder"], "folder: cannot be written"),
        (["graph", "--root", "Container.unusd"], "'Container.unusd'. Did you mean 'unused'?"),
        (["graph", "--root", "none"], "no factory, container or module named 'none'"),
        (["graph", "--container", "None"], "no factory, container or module named 'None'"),
        (
          ["graph", "--link", "emacs"],
          "--link: 'emacs' is not an address such as 'https://example.com/{path}#L{line}', and not "
            + "one of the names 'xcode', 'vscode' and 'none'."
        ),
        (["graph", "--link", "https://a.b/{name}"], "--link: '{name}' is unknown."),
        (["graph", "--format", "dot", "--link", "none"], "--link needs --format html."),
        (["graph", "--module", "None"], "no factory, container or module named 'None'"),
      ])
    func wrong(arguments: [String], message: String) throws {
      let workspace = try Workspace(["A.swift": Programs.warning, "folder/B.swift": ""])
      let run = try workspace.run(arguments)
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(!run.errors.contains("NSError") && !run.errors.contains("Domain="))
    }

    @Test(
      "Help goes to standard output and ends with 0",
      arguments: [
        "check", "graph", "explain", "stats", "promises", "migrate", "rules",
      ])
    func help(command: String) throws {
      let run = try Workspace().run(command, "--help")
      #expect(run.status == 0)
      #expect(run.output.contains("USAGE: factory \(command)"))
      #expect(run.errors == "")
    }

    @Test("--quiet prints results only")
    func quiet() throws {
      let run = try Workspace(["A.swift": Programs.warning]).run("check", "--quiet")
      #expect(run.lines.count == 1)
      #expect(run.errors == "")
    }

    @Test(
      "All commands that read a program take the common options",
      arguments: [
        ["check"], ["graph"], ["explain", "car"], ["stats"], ["promises"],
        ["migrate", "--from", "factory2"],
      ])
    func common(command: [String]) throws {
      let run = try Workspace(["A.swift": Programs.clean])
        .run(command + ["--quiet", "--no-color", "--no-cache", "--jobs", "1"])
      #expect(run.status == 0)
      #expect(run.errors == "")
    }

    @Test("Reading in one thread or in many finds the same, in the same order")
    func jobs() throws {
      let workspace = try Workspace(
        Dictionary(
          uniqueKeysWithValues: (0..<30).map {
            ("F\($0).swift", Programs.warning.replacingOccurrences(of: "unused", with: "a\($0)"))
          }))
      let run = try workspace.run("check", "--jobs", "1")
      #expect(run.lines.count == 30)
      #expect(try workspace.run("check", "--jobs", "8").output == run.output)
    }

    @Test("A reader that closes the output early does not make the tool trap")
    func closedOutput() throws {
      let workspace = try Workspace(["A.swift": Programs.clean])
      let run = try workspace.shell(
        "trap '' PIPE; \"$factory\" graph | true; echo ${PIPESTATUS[0]}")
      #expect(["0", "2"].contains(run.lines.last))
      let head = try workspace.shell("\"$factory\" graph | head -1")
      #expect(head.output == "<!DOCTYPE html>\n")
      #expect(head.errors == "")
    }

    @Test("A reader that closes standard error early does not make the tool trap")
    func closedErrors() throws {
      let run = try Workspace(["A.swift": Programs.warning]).shell(
        "trap '' PIPE; { \"$factory\" check --strict 2>&1 >&3 | true; } 3>&1; "
          + "exit ${PIPESTATUS[0]}")
      #expect(run.lines.count == 1)
      // A shell's status for a process that a signal has ended is higher.
      #expect(run.status < 128)
    }

    #if os(Linux)
      @Test("A full disk below standard output ends with 2, below standard error with the findings")
      func full() throws {
        let workspace = try Workspace(["A.swift": Programs.error])
        let output = try workspace.shell("\"$factory\" check > /dev/full")
        #expect(output.status == 2)
        #expect(output.errors.contains("standard output cannot be written: No space left"))
        let errors = try workspace.shell("\"$factory\" check 2> /dev/full")
        #expect(errors.status == 1)
        #expect(errors.lines.count == 1)
      }
    #endif
  }
#endif
