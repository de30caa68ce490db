// Factory, MIT licence; see LICENSE
//
// Files and folders that cannot be read, or not as usual. The rest is analysed.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct BadInputTests {
    /// A folder with a program that has one warning, for which `check` reads the rest.
    private func workspace(_ name: String, _ data: Data) throws -> Workspace {
      let workspace = try Workspace(["A.swift": Programs.warning])
      try workspace.write(data, to: name)
      return workspace
    }

    private func expectTheRest(_ run: Run, sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(run.status == 0, sourceLocation: sourceLocation)
      #expect(!run.isCrash, sourceLocation: sourceLocation)
      #expect(
        run.lines.contains { $0.hasPrefix("A.swift:3:7: warning: nothing") },
        sourceLocation: sourceLocation)
    }

    @Test(
      "A file in another encoding is reported",
      arguments: [
        String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .isoLatin1,
      ])
    func encoding(encoding: String.Encoding) throws {
      let data = try #require("let a = 1 // é\n".data(using: encoding))
      let run = try workspace("B.swift", data).run("check")
      expectTheRest(run)
      #expect(run.errors.contains("B.swift: is not UTF-8. Save it as UTF-8"))
    }

    @Test("UTF-16 without a byte order mark, all of it ASCII, is reported")
    func asciiInUTF16() throws {
      let data = try #require(Programs.warning.data(using: .utf16LittleEndian))
      let run = try workspace("B.swift", data).run("check")
      expectTheRest(run)
      #expect(run.errors.contains("B.swift: is not UTF-8"))
    }

    @Test(
      "Places do not depend on how lines end, nor on a byte order mark",
      arguments: [
        "\n", "\r\n", "\r",
      ], ["", "\u{FEFF}"])
    func lineEnds(end: String, mark: String) throws {
      let text = mark + Programs.warning.replacingOccurrences(of: "\n", with: end)
      let run = try Workspace(["A.swift": text]).run("check")
      expectTheRest(run)
      #expect(run.lines.count == 1)
    }

    @Test("A mark before code on the first line does not count")
    func mark() throws {
      let text =
        "\u{FEFF}import FactoryKit; extension Container { var unused: Factory<Int> { self { 1 } } }\n"
      #expect(try Workspace(["A.swift": text]).run("check").output.hasPrefix("A.swift:1:46:"))
    }

    @Test(
      "NUL bytes, empty files, very long lines and broken files are read",
      arguments: [
        "// a\0b\n\0let a = 1\n", "", "\n", "\0", "}", "let a = \"", "/*", "#if A\n", "\u{FEFF}",
        "// " + String(repeating: "x", count: 300_000),
        "extension Container {\n  var b: Factory<Int> { self {",
      ])
    func odd(text: String) throws {
      expectTheRest(try workspace("B.swift", Data(text.utf8)).run("check"))
    }

    @Test(
      "What the compiler accepts is no syntax error",
      arguments: [
        "let a = b.map(\\.utf16Offset(in: x))", "let a = b.map(\\String.Index.utf16Offset(in: x))",
        "let a = \\S.f(1).g", "let a = b.sorted(using: \\.key(for: x), \\.c?.d())",
      ])
    func accepted(text: String) throws {
      let run = try workspace("B.swift", Data("\(text)\n".utf8)).run("check")
      #expect(!run.output.contains("[syntax]"), "\(run.output)")
    }

    @Test("A file with syntax errors is a warning")
    func syntax() throws {
      let run = try workspace("B.swift", Data("struct A {\n".utf8)).run("check")
      expectTheRest(run)
      #expect(run.output.contains("B.swift:1:11: warning: expected '}' to end struct [syntax]"))
    }

    @Test(
      "Code that is nested too deeply is reported",
      arguments: [
        ("(", "1", ")"), ("{ ", "1", "}"), ("f { ", "1", "}"), ("[[", "1", "]]"), ("try ", "a", ""),
        ("A<", "B", ">"), ("\"\\(", "1", ")\""), ("", "a", ".b()"), ("", "a", "\n  .b()"),
        ("", "a", "!"), ("", "a", "[0]"), ("!", "a", ""), ("() -> ", "A", ""),
        ("a ? ", "b", " : c"),
        ("try\n", "a", ""), ("f(a: ", "b", ")"), ("-", "a", ""), ("", "a", " {}"), ("", "A", ".B"),
        ("if a {} else ", "{}", ""), ("if a {}\nelse ", "{}", ""), ("#if A\n", "b\n", "#endif\n"),
        ("func a() {", "", "}"), ("struct A {", "", "}"), ("switch a { case b: ", "c", "}"),
      ])
    func nesting(open: String, middle: String, close: String) throws {
      let count = 50_000
      let text =
        "let x =\n" + String(repeating: open, count: count) + middle
        + String(repeating: close, count: count) + "\n"
      let run = try workspace("B.swift", Data(text.utf8)).run("check")
      expectTheRest(run)
      #expect(run.errors.contains("B.swift: is nested too deeply to be read: line "))
    }

    @Test("A folder whose only file cannot be read is not said to have none")
    func onlyOne() throws {
      let text = "let x = a" + String(repeating: ".b()", count: 50_000) + "\n"
      let run = try Workspace(["A.swift": text]).run("check")
      #expect(run.errors.contains("A.swift: is nested too deeply"))
      #expect(!run.errors.contains("no Swift files"))
      #expect(run.errors.contains("factory: no Swift file in . could be read"))
    }

    @Test(
      "Code that is nested just below the limit is read",
      arguments: [
        ("(", "1", ")", 900), ("f { ", "1", "}", 450), ("", "a", "!", 990), ("!", "a", "", 990),
        ("try ", "a", "", 990), ("", "a", ".b()", 320), ("() -> ", "A", "", 490),
        ("if a {} else ", "{}", "", 240), ("#if A\n", "b\n", "#endif\n", 990),
        ("\"\\(", "1", ")\"", 480), ("[", "1", "]", 12), ("[f { ", "1", "}]", 300),
      ])
    func belowTheLimit(open: String, middle: String, close: String, count: Int) throws {
      let text =
        "let x = \n" + String(repeating: open, count: count) + middle
        + String(repeating: close, count: count) + "\n"
      let run = try workspace("B.swift", Data(text.utf8)).run("check")
      expectTheRest(run)
      #expect(!run.errors.contains("nested"))
    }

    @Test(
      "Long files and expressions that are flat are read",
      arguments: [
        ("let x = a", " + b", ""), ("let x = a", "+b", ""), ("let x = [", "1, ", "]"),
        ("func f() {\n", "  a.b().c(d)\n", "}"), ("let x = a", " ? b : c", ""),
        ("switch a {\n", "case .b: c\n", "}"), ("let x = \"\"\"\n", "\\(a) ((\"\n", "\"\"\""),
        ("#if A\n", "#elseif B\n", "#endif"), ("", "// ((([[[{{{\n", ""), ("/*", "((({{{\n", "*/"),
        ("enum A {\n", "  case a\n", "}"), ("let x = #\"", "({[\"\\(", "\"#"),
      ])
    func flat(start: String, middle: String, end: String) throws {
      let text = start + String(repeating: middle, count: 3000) + end + "\n"
      let run = try workspace("B.swift", Data(text.utf8)).run("check")
      expectTheRest(run)
      #expect(!run.errors.contains("nested"))
    }

    @Test("migrate reports code that is nested too deeply")
    func migrate() throws {
      let text = "let x = a" + String(repeating: ".b()", count: 50_000) + "\n"
      let workspace = try workspace("B.swift", Data(text.utf8))
      try workspace.write("import Factory\n", to: "C.swift")
      let run = try workspace.run("migrate", "--from", "factory1")
      #expect(run.status == 0)
      #expect(run.errors.contains("B.swift: is nested too deeply"))
      #expect(try workspace.text("C.swift") == "import FactoryKit\n")
    }

    @Test("A file of 100 MB is reported")
    func large() throws {
      let workspace = try Workspace(["A.swift": Programs.warning, "B.swift": "let a = 1\n"])
      // The file has no blocks on most file systems.
      let file = try FileHandle(forWritingTo: workspace.url.appendingPathComponent("B.swift"))
      try file.truncate(atOffset: 100_000_000)
      try file.close()
      let run = try workspace.run("check")
      expectTheRest(run)
      #expect(
        run.errors.contains(
          "B.swift: has 100 MB, and files of more than 10 MB are not read. List it under"))
    }

    @Test("Links within a folder are not followed, and loops do no harm")
    func links() throws {
      let workspace = try Workspace(["A.swift": Programs.warning])
      try workspace.link("loop", to: ".")
      try workspace.link("one.swift", to: "two.swift")
      try workspace.link("two.swift", to: "one.swift")
      try workspace.link("dead.swift", to: "nowhere")
      try workspace.link("B.swift", to: "A.swift")
      let run = try workspace.run("check")
      expectTheRest(run)
      #expect(run.errors.hasPrefix("0 errors, 1 warning in 1 file with 1 factory"))
    }

    @Test("A link that is a path is followed, to a file and to a folder")
    func linkAsPath() throws {
      let workspace = try Workspace(["real/A.swift": Programs.warning])
      try workspace.link("folder", to: "real")
      try workspace.link("L.swift", to: "real/A.swift")
      #expect(try workspace.run("check", "folder").output.hasPrefix("folder/A.swift:3:7:"))
      #expect(try workspace.run("check", "L.swift").output.hasPrefix("L.swift:3:7:"))
    }

    @Test("A link that is a path and leads nowhere, or to itself, ends with 2")
    func deadLink() throws {
      let workspace = try Workspace()
      try workspace.link("dead.swift", to: "nowhere")
      try workspace.link("self.swift", to: "self.swift")
      for name in ["dead.swift", "self.swift"] {
        let run = try workspace.run("check", name)
        #expect(run.status == 2)
        #expect(run.errors.contains("\(name): is a link that leads nowhere"))
      }
    }

    @Test("A pipe in a folder is skipped, and one that is a path ends with 2")
    func pipe() throws {
      let workspace = try Workspace(["A.swift": Programs.warning])
      #expect(mkfifo(workspace.path + "/pipe.swift", 0o600) == 0)
      try workspace.link("link.swift", to: "pipe.swift")
      expectTheRest(try workspace.run("check"))
      let path = try workspace.run("check", "pipe.swift")
      #expect(path.status == 2)
      #expect(path.errors.contains("pipe.swift: is neither a file nor a folder"))
      let link = try workspace.run("check", "link.swift")
      #expect(link.status == 2)
      #expect(link.errors.contains("link.swift: leads to what is neither a file nor a folder"))
    }

    @Test(
      "Unusual names are shown as they are",
      arguments: ["a b.swift", "a:b.swift", "a\nb.swift", "ä.swift"])
    func names(name: String) throws {
      let run = try Workspace([name: Programs.warning]).run("check", "--format", "json")
      let found = try #require((try run.json()["diagnostics"] as? [[String: Any]])?.first)
      #expect(found["path"] as? String == name)
    }

    #if os(Linux)
      @Test("A name that is not UTF-8 is reported")
      func otherName() throws {
        let workspace = try Workspace(["A.swift": Programs.warning])
        let script = "cp A.swift $'b\\xff.swift'; \"$factory\" check"
        let run = try workspace.shell(script)
        expectTheRest(run)
        #expect(run.errors.contains(".swift: has a name that is not UTF-8"))
      }

      /// The tool as a user without privileges, because root may read everything.
      private static let unprivileged =
        geteuid() == 0
        ? "setpriv --reuid=65534 --regid=65534 --clear-groups \"$tool\"" : "\"$tool\""

      private func unprivileged(_ workspace: Workspace, _ script: String) throws -> Run {
        // A copy of the tool, because its folder may be one that others cannot enter.
        let run = try workspace.shell(
          "chmod 755 . && tool=\"$PWD/.factory\" && cp \"$factory\" \"$tool\" && chmod 755 \"$tool\" "
            + "&& export LD_LIBRARY_PATH && \(script); status=$?; chmod -R u+rwx .; exit $status"
        )
        return run
      }

      @Test("A file and folders without permission are reported")
      func permissions() throws {
        let workspace = try Workspace([
          "A.swift": Programs.warning, "B.swift": "", "closed/C.swift": "", "listed/D.swift": "",
        ])
        let run = try unprivileged(
          workspace,
          "chmod 000 B.swift closed && chmod 744 listed && { [ $EUID = 0 ] || chmod 444 listed; } "
            + "&& \(Self.unprivileged) check")
        expectTheRest(run)
        #expect(run.errors.contains("factory: B.swift: cannot be read: Permission denied\n"))
        #expect(run.errors.contains("factory: closed: cannot be read: Permission denied\n"))
        #expect(
          run.errors.contains("factory: listed/D.swift: cannot be read: Permission denied\n"))
      }

      @Test("--fix of a file in a folder without permission to write ends with 2")
      func unwritable() throws {
        let workspace = try Workspace(["code/A.swift": Programs.error])
        let run = try unprivileged(
          workspace, "chmod 555 code && \(Self.unprivileged) check code --fix")
        #expect(run.status == 2)
        #expect(run.errors.contains("code/A.swift: cannot be written: Permission denied"))
        #expect(run.output.contains("[stored-factory]"))
      }

      @Test("graph --output without permission to write ends with 2")
      func unwritableOutput() throws {
        let workspace = try Workspace(["code/A.swift": Programs.clean])
        let run = try unprivileged(
          workspace, "chmod 555 code && \(Self.unprivileged) graph --output code/g.html")
        #expect(run.status == 2)
        #expect(run.errors.contains("code/g.html: cannot be written: Permission denied"))
      }
    #endif
  }
#endif
