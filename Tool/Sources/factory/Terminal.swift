// Factory, MIT licence; see LICENSE
//
// What the tool prints.
import Foundation

enum Terminal {
  /// Prints a result to standard output. Ends the tool with 2 if that is not possible, for example
  /// because the disk is full.
  static func print(_ text: String) {
    do {
      try write(text, to: .standardOutput)
    } catch {
      printError("factory: standard output cannot be written: \(error.reason)")
      exit(2)
    }
  }

  /// Prints a line to standard error. If that is not possible, the results still count.
  static func printError(_ text: String) { try? write(text + "\n", to: .standardError) }

  /// `FileHandle.write(_:)` traps if nobody reads the pipe, or if the disk is full.
  private static func write(_ text: String, to file: FileHandle) throws {
    let data = Data(text.utf8)
    if #available(macOS 10.15.4, *) {
      try file.write(contentsOf: data)
    } else {
      file.write(data)
    }
  }

  /// Whether standard error is a terminal.
  static var isInteractive: Bool { isatty(2) == 1 }

  static func exit(_ status: Int32) -> Never { Foundation.exit(status) }

  /// Shows how much is done, if standard error is a terminal. Without a text, shows nothing.
  static func progress(_ text: String?) -> @Sendable (Int, Int) -> Void {
    guard let text, isInteractive else { return { _, _ in } }
    return { done, count in
      // A hundred updates are enough.
      guard done == count || done % max(count / 100, 1) == 0 else { return }
      let width = 30
      let filled = count == 0 ? width : done * width / count
      let bar =
        String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
      let end = done == count ? "\r\u{1B}[K" : ""
      try? write("\r\(text) \(bar) \(done)/\(count)\(end)", to: .standardError)
    }
  }
}
