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
  /// The messages in the order of the article.
  enum Message: Int, CaseIterable {
    case circular, threads, stack, promise, required, registration
    case pop, singletons, autoRegister, injectedType, outranked, insideHook, warmUpHook
    case lostHook, unclosed, passedOver, unequal
    case missing, shutdownError, warmUpError
    case strict, inTest

    /// The property or function of the library's `Message` that it comes from.
    var declaration: String? {
      switch self {
      case .circular: "circular"
      case .threads: "waitingCycle"
      case .stack: "stackExhausted"
      case .promise: "unregisteredPromise"
      case .required: "unregistered"
      case .registration: "registrationGone"
      case .pop: "popWithoutPush"
      case .singletons: "singletonsAreNotTheContainers"
      case .autoRegister: "autoRegistrationGoesAhead"
      case .outranked: "outranked"
      case .insideHook: "shutdownInsideHook"
      case .warmUpHook: "warmUpHookFailed"
      case .lostHook: "lostHookFailed"
      case .unclosed: "unclosed"
      case .passedOver: "passedOver"
      case .unequal: "unequalParameter"
      case .missing: "missing"
      case .shutdownError: "shutdownFailed"
      case .warmUpError: "warmUpFailed"
      case .strict: "liveDefinition"
      case .inTest: "unregisteredInTest"
      // Is not in `Message`, because it is compiled into programs.
      case .injectedType: nil
      }
    }
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
      let index = message.rawValue + 1
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
