// Factory, MIT licence; see LICENSE
//
// The tour's arguments, parsed without running the program.
import Testing
import TourCore

@Suite("Tour command")
struct TourCommandTests {
  @Test("Options and files may be mixed; the order of the files is kept")
  func mixed() {
    let arguments = ["b.md", "--json", "a.md", "--mock", "--trace"]
    #expect(TourCommand.parse(arguments) == .report(["b.md", "a.md"]))
  }

  @Test("Arguments after -- are files", arguments: ["--json", "--help", "--unknown", "-h", "--"])
  func terminator(argument: String) {
    #expect(TourCommand.parse(["a.md", "--", argument]) == .report(["a.md", argument]))
  }

  @Test("A single hyphen and an empty argument are files")
  func hyphen() {
    #expect(TourCommand.parse(["-", ""]) == .report(["-", ""]))
  }

  @Test("Help outranks files, other options and errors", arguments: ["--help", "-h"])
  func help(option: String) {
    #expect(TourCommand.parse([option]) == .help)
    #expect(TourCommand.parse(["--json", "a.md", option]) == .help)
    #expect(TourCommand.parse(["--unknown", option]) == .help)
  }

  @Test(
    "An unknown option is an error that names it", arguments: ["--no", "-j", "--json=1", "---"])
  func unknownOption(option: String) {
    #expect(TourCommand.parse(["a.md", option]) == .invalid("unknown option '\(option)'"))
  }

  @Test(
    "A report without files is an error", arguments: [[], ["--json"], ["--"], ["--mock", "--"]])
  func noFiles(arguments: [String]) {
    #expect(TourCommand.parse(arguments) == .invalid("missing argument '<file>'"))
  }

  @Test("The help lists all options of the usage")
  func helpListsAllOptions() {
    for option in ["--json", "--mock", "--trace", "-h, --help"] {
      #expect(TourCommand.helpText.contains("\n  \(option) "))
    }
    let usage = TourCommand.usage.split(separator: "\n")[0]
    #expect(TourCommand.helpText.contains(usage))
  }
}
