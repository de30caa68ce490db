// Factory, MIT licence; see LICENSE
//
// Parses the arguments of the program. By hand, so that the example depends on no other package;
// a larger program would use swift-argument-parser, whose conventions this follows.

/// What the arguments of the program ask for.
package enum TourCommand: Equatable, Sendable {
  /// Report the files at these paths.
  case report([String])
  /// Show how to use the program.
  case help
  /// The arguments are wrong, for this reason.
  case invalid(String)

  /// Parses the arguments that follow the program's name. Options and files may be mixed, and
  /// `--help` outranks errors.
  ///
  /// An option is only validated here: it takes effect through a context of a factory, in
  /// `tour/Container+AutoRegister.swift`.
  package static func parse(_ arguments: [String]) -> TourCommand {
    let beforeTerminator = arguments.prefix { $0 != terminator }
    if beforeTerminator.contains(where: helpOptions.contains) { return .help }
    var paths: [String] = []
    for argument in beforeTerminator {
      if argument.hasPrefix("-"), argument != "-" {
        guard options.contains(argument) else { return .invalid("unknown option '\(argument)'") }
      } else {
        paths.append(argument)
      }
    }
    paths += arguments[beforeTerminator.endIndex...].dropFirst()
    return paths.isEmpty ? .invalid("missing argument '<file>'") : .report(paths)
  }

  /// Ends the options: the arguments after it are files, even if they begin with a hyphen.
  package static let terminator = "--"

  private static let options: Set = ["--json", "--mock", "--trace"]
  private static let helpOptions: Set = ["--help", "-h"]

  /// The lines that follow an error.
  package static let usage = """
    Usage: tour [--json] [--mock] [--trace] [--] <file> ...
      See 'tour --help' for more information.
    """

  /// The text that `--help` prints.
  package static let helpText = """
    Overview: Report the words, headings, links and code blocks of Markdown files.

    Usage: tour [--json] [--mock] [--trace] [--] <file> ...

    Arguments:
      <file>       A text file in UTF-8.

    Options:
      --json       Write the report as JSON.
      --mock       Read sample texts instead of the files, and use a fixed date.
      --trace      Write each resolution of a dependency to standard error.
      --           End the options: the remaining arguments are files.
      -h, --help   Show this help.

    Exit codes: 0 if all files were read, 64 if the arguments are wrong, 66 if a file
    could not be read.
    """
}
