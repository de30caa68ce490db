// Factory, MIT licence; see LICENSE
//
// `factory rules`, and the options that all commands have.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct RulesCommandTests {
    @Test(
      "All commands take the common options",
      arguments: [
        ["check"], ["graph", "--format", "dot"], ["explain", "engine"], ["stats"], ["promises"],
        ["migrate", "--from", "factory1"], ["rules"], ["rules", "promise-nil"],
      ])
    func options(_ command: [String]) throws {
      let workspace = try Workspace(["App/A.swift": Programs.clean])
      for options in [["--no-color"], ["--no-cache"], ["--quiet"], ["-q"], ["--jobs", "1"]] {
        let run = try workspace.run(command + options)
        #expect(run.status == 0, "\(command) \(options): \(run.errors)")
      }
      let run = try workspace.run(command + ["--jobs", "0"])
      #expect(run.status == 2)
      #expect(run.errors == "factory: --jobs needs a number above zero.\n")
    }
  }
#endif
