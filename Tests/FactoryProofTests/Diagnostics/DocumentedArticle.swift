// Factory, MIT licence; see LICENSE
//
// Errors.md, as DocumentedMessages reads it. The messages in it and its index are generated:
//
//   FACTORY_WRITE_MESSAGES=1 swift test --filter DocumentedMessages
//
// writes them. A new message needs a test and a case in `Article.Message`, and in the article a
// heading with a block that contains any line, in the place that the case has among the others.
import Foundation

enum Article {
  /// The messages in the order of the article. Their names are those of the properties and functions of the library's
  /// `Message`, except for `injectedType`, which is compiled into programs.
  enum Message: String, CaseIterable {
    case circular, waitingCycle, unregisteredPromise, unregistered
    case registrationGone, popWithoutPush, singletonsAreNotTheContainers
    case autoRegistrationGoesAhead, injectedType, outranked, shutdownInsideHook, warmUpHookFailed
    case lostHookFailed, unclosed, passedOver, unequalParameter
    case missing, shutdownFailed, warmUpFailed
    case liveDefinition, unregisteredInTest

    var place: Int { Self.allCases.firstIndex(of: self)! }
  }

  private static let path = "Sources/FactoryKit/FactoryKit.docc/Advanced/Errors.md"
  private static let blockStart = "\n```text\n"
  private static let blockEnd = "\n```"
  private static let link = "- <doc:Errors#"
  private static let lock = NSLock()

  /// Whether the tests write the article before they read it.
  static let isBeingWritten =
    ProcessInfo.processInfo.environment["FACTORY_WRITE_MESSAGES"] != nil

  // MARK: Reading

  /// The contents of the blocks marked as `text`.
  static func messages() throws -> [String] {
    try text(path).components(separatedBy: blockStart).dropFirst()
      .map { $0.components(separatedBy: blockEnd)[0] }
  }

  /// The lines of the index.
  static func index() throws -> [String] {
    try text(path).components(separatedBy: "\n").filter { $0.hasPrefix(link) }
  }

  /// The lines that the index should have. Headings have no punctuation, so that their addresses
  /// are their words.
  static func headings() throws -> [String] {
    try text(path).components(separatedBy: "\n").filter { $0.hasPrefix("### ") }
      .map { link + $0.dropFirst(4).replacingOccurrences(of: " ", with: "-") + ">" }
  }

  /// A file of the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8).replacingOccurrences(of: "\r\n", with: "\n")
  }

  private static func url(_ path: String) -> URL {
    var directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: directory.path + "/Package.swift"),
      directory.path.count > 1
    {
      directory.deleteLastPathComponent()
    }
    return directory.appendingPathComponent(path)
  }

  // MARK: Writing

  static func write(_ text: String, for message: Message) throws {
    try change { article in
      var parts = article.components(separatedBy: blockStart)
      let index = message.place + 1
      guard parts.indices.contains(index), let end = parts[index].range(of: blockEnd) else {
        return
      }
      parts[index].replaceSubrange(..<end.lowerBound, with: text)
      article = parts.joined(separator: blockStart)
    }
  }

  static func writeIndex() throws {
    let newLines = try headings()
    try change { article in
      var lines = article.components(separatedBy: "\n")
      guard let first = lines.firstIndex(where: { $0.hasPrefix(link) }) else { return }
      lines.removeAll { $0.hasPrefix(link) }
      lines.insert(contentsOf: newLines, at: first)
      article = lines.joined(separator: "\n")
    }
  }

  /// Changes the article. Tests run in parallel, so only one does at a time.
  private static func change(_ body: (inout String) -> Void) throws {
    lock.lock()
    defer { lock.unlock() }
    var article = try text(path)
    body(&article)
    try article.write(to: url(path), atomically: true, encoding: .utf8)
  }
}
