// Factory, MIT licence; see LICENSE
//
// Colours and progress, which only a terminal gets.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct TerminalTests {
    @Test("Output that is no terminal has neither colours nor progress")
    func file() throws {
      let run = try Workspace(["A.swift": Programs.warning]).run("check")
      #expect(!run.output.contains("\u{1B}"))
      #expect(!run.errors.contains("Reading"))
      #expect(!run.errors.contains("\r"))
    }

    #if os(Linux)
      /// Runs the tool in a terminal, with both outputs in one text.
      private func terminal(_ command: String) throws -> String {
        let workspace = try Workspace(["A.swift": Programs.warning])
        return try workspace.shell("script -qec '\(command)' /dev/null < /dev/null").output
      }

      @Test("A terminal gets colours and progress, which is erased when all is read")
      func colors() throws {
        let text = try terminal("\"$factory\" check")
        #expect(text.contains("A.swift:3:7: \u{1B}[1;33mwarning:\u{1B}[0m nothing"))
        #expect(text.contains("\rReading ██████████████████████████████ 1/1\r\u{1B}[K"))
      }

      @Test("A second check parses nothing, so that it has no progress to show")
      func again() throws {
        let text = try terminal("\"$factory\" check; \"$factory\" check")
        #expect(text.components(separatedBy: " 1/1").count == 2)
        #expect(text.components(separatedBy: "nothing resolves").count == 3)
      }

      @Test("--no-color and NO_COLOR turn colours off, an empty NO_COLOR does not")
      func noColor() throws {
        let color = "\u{1B}[1;33m"
        #expect(try !terminal("\"$factory\" check --no-color").contains(color))
        #expect(try !terminal("NO_COLOR=1 \"$factory\" check").contains(color))
        #expect(try terminal("NO_COLOR= \"$factory\" check").contains(color))
      }

      @Test("--quiet turns progress off")
      func quiet() throws {
        #expect(try !terminal("\"$factory\" check --quiet").contains("Reading"))
      }

      @Test("The formats for programs have no colours")
      func formats() throws {
        #expect(try !terminal("\"$factory\" check -q --format github").contains("\u{1B}"))
      }
    #endif
  }
#endif
