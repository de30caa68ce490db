// Factory, MIT licence; see LICENSE
//
// Findings that the baseline accepts, and those that are new.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite("The baseline and findings of several places")
  struct BaselineTests {
    /// Containers that are not task-local: one finding with a note for each but the first.
    private static func containers(_ names: String...) -> String {
      "import FactoryKit\n"
        + names.map {
          "final class \($0): SharedContainer { static let shared = \($0)() }\n"
        }.joined()
    }

    /// A program of which the baseline accepts everything.
    private func workspace(_ names: String...) throws -> Workspace {
      let workspace = try Workspace([
        "A.swift": "import FactoryKit\n"
          + names.map { Self.containers($0).split(separator: "\n")[1] + "\n" }.joined(),
        "Tests.swift": "import Testing\n"
          + "@Test(.container) func t() { print(A.self, B.self, C.self, D.self) }\n",
      ])
      try #require(try workspace.run("check", "--baseline", "b.json").status == 0)
      return workspace
    }

    private func check(_ workspace: Workspace, _ text: String, _ more: String...) throws -> Run {
      try workspace.write(text, to: "A.swift")
      return try workspace.run(["check", "--baseline", "b.json"] + more)
    }

    @Test("It accepts a finding that has the same places or fewer, whichever they are")
    func fewer() throws {
      let workspace = try workspace("A", "B", "C")
      #expect(try check(workspace, Self.containers("C", "A", "B")).output == "")
      #expect(try check(workspace, Self.containers("B", "C")).output == "")
      #expect(try check(workspace, Self.containers("C")).output == "")
    }

    @Test("A new place is reported, without the places that are accepted")
    func new() throws {
      let workspace = try workspace("B", "C")
      let run = try check(workspace, Self.containers("A", "B", "C", "D"))
      #expect(run.lines.count == 2)
      #expect(run.lines.first?.hasPrefix("A.swift:2:45: warning: ") == true)
      #expect(run.lines.last == "A.swift:5:45: note: also: D.shared is not task-local")
    }

    @Test("--fix mends the new places only")
    func fix() throws {
      let workspace = try workspace("B")
      let run = try check(workspace, Self.containers("A", "B", "C"), "--fix")
      #expect(run.output == "")
      #expect(
        try workspace.text("A.swift")
          == Self.containers("A", "B", "C")
          .replacing("static let shared = A", with: "@TaskLocal static var shared = A")
          .replacing("static let shared = C", with: "@TaskLocal static var shared = C"))
    }

    private static func captures(_ count: Int) -> String {
      """
      import FactoryKit
      extension Container: AutoRegistering {
        var a: Factory<Int> { self { 1 } }
        var b: Factory<Int> { self { 2 } }
        func autoRegister() {

      """ + String(repeating: "    a.register { self.b() }\n", count: count) + "  }\n}\n"
    }

    @Test("Of places with one message in one file, it is said how many are new")
    func alike() throws {
      let workspace = try Workspace(["A.swift": Self.captures(2)])
      try #require(try workspace.run("check", "--baseline", "b.json").status == 0)
      #expect(try !workspace.text("b.json").contains("line"))
      #expect(try check(workspace, Self.captures(2)).output == "")
      #expect(try check(workspace, Self.captures(1)).output == "")
      let run = try check(workspace, Self.captures(3), "--fix")
      #expect(run.lines.filter { $0.contains("[captured-container]") }.count == 1)
      #expect(run.lines.filter { $0.contains("also: ") }.count == 2)
      #expect(
        run.lines.contains {
          $0.hasSuffix("note: 2 of the 3 findings with this message in this file are not new")
        })
      #expect(try workspace.text("A.swift") == Self.captures(3))
      // Each place is another finding for the fixes.
      #expect(try workspace.run("check", "--fix", "--quiet").status == 0)
      #expect(try workspace.text("A.swift").contains("a.register { [unowned self] in self.b() }"))
    }
  }
#endif
