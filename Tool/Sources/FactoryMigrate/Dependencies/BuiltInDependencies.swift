// Factory, MIT licence; see LICENSE
//
// The dependencies that swift-dependencies brings along. A program that uses one gets a factory of
// its own.
final class BuiltInDependencies {
  struct BuiltIn {
    var type: String
    var value: String
    /// Whether it is called to get a value, as `date()` and `uuid()` are.
    var isFunction = false
  }

  static let all: [String: BuiltIn] = [
    "uuid": BuiltIn(type: "@Sendable () -> UUID", value: "{ UUID() }", isFunction: true),
    "date": BuiltIn(type: "@Sendable () -> Date", value: "{ Date() }", isFunction: true),
    "calendar": BuiltIn(type: "Calendar", value: "Calendar.autoupdatingCurrent"),
    "locale": BuiltIn(type: "Locale", value: "Locale.autoupdatingCurrent"),
    "timeZone": BuiltIn(type: "TimeZone", value: "TimeZone.autoupdatingCurrent"),
    "urlSession": BuiltIn(type: "URLSession", value: "URLSession.shared"),
    "continuousClock": BuiltIn(type: "any Clock<Duration>", value: "ContinuousClock()"),
    "suspendingClock": BuiltIn(type: "any Clock<Duration>", value: "SuspendingClock()"),
  ]

  /// The function's type that replaces a generator of swift-dependencies.
  static func type(ofGenerator name: String) -> String? {
    switch name {
    case "DateGenerator": all["date"]?.type
    case "UUIDGenerator": all["uuid"]?.type
    default: nil
    }
  }

  private let facts: DependencyFacts
  private var used: [(name: String, file: ParsedFile)] = []

  init(_ facts: DependencyFacts) {
    self.facts = facts
  }

  /// The dependency, if the program does not declare one of the same name.
  func find(_ name: String, in file: ParsedFile) -> BuiltIn? {
    guard facts.property(named: name) == nil, let found = Self.all[name] else { return nil }
    if !used.contains(where: { $0.name == name && $0.file.module == file.module }) {
      used.append((name, file))
    }
    return found
  }

  /// Declares those that were found, at the end of the file that uses them first.
  func declare() {
    var files: [ParsedFile] = []
    for (_, file) in used where !files.contains(where: { $0 === file }) { files.append(file) }
    for file in files {
      let line = file.lineBreak
      var text = "\(line)extension Container {\(line)"
      for (name, user) in used where user === file {
        let found = Self.all[name]!
        text += "\(file.indentationUnit)var \(name): Factory<\(found.type)> { "
        text += "self { \(found.value) }\(found.isFunction ? "" : ".cached") }\(line)"
        file.count("factories")
      }
      text += "}\(line)"
      if file.edits.bytes.last != UInt8(ascii: "\n") { text = line + text }
      file.edits.insert(text, at: file.edits.bytes.count, side: .before)
      importFoundation(in: file)
    }
  }

  /// Foundation declares most of the types; swift-dependencies brought it along.
  private func importFoundation(in file: ParsedFile) {
    let needsFoundation = used.contains {
      $0.file === file && !Self.all[$0.name]!.type.hasSuffix("Clock<Duration>")
    }
    let modules = ["Foundation", "SwiftUI", "UIKit", "AppKit", "Cocoa"]
    guard needsFoundation, let first = file.imports.first,
      !file.imports.contains(where: { modules.contains($0.module) })
    else { return }
    file.insert("import Foundation\(file.lineBreak)", before: first.syntax)
  }
}
