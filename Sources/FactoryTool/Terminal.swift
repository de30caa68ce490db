// Factory, MIT licence; see LICENSE
//
// What the tool prints, apart from its results.
#if Tool
  import Foundation

  enum Terminal {
    static func printError(_ text: String) {
      FileHandle.standardError.write(Data((text + "\n").utf8))
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
        FileHandle.standardError.write(Data("\r\(text) \(bar) \(done)/\(count)\(end)".utf8))
      }
    }
  }
#endif
