// Factory, MIT licence; see LICENSE
//
// The dependencies that swift-dependencies brings along. A program that uses one gets a factory of
// its own.
import FactoryGraph

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

  static func isFunction(_ name: String) -> Bool { all[name]?.isFunction == true }

  /// The function's type that replaces a generator of swift-dependencies.
  static func type(ofGenerator name: String) -> String? {
    switch name {
    case "DateGenerator": all["date"]?.type
    case "UUIDGenerator": all["uuid"]?.type
    default: nil
    }
  }

  private let facts: DependencyFacts
  private let program: Program
  /// Whether the program has tests, which failed where they had no value of their own.
  private(set) lazy var hasTests = program.files.contains(where: \.isTest)
  private let files: [ParsedFile]
  private var used: [(name: String, file: ParsedFile)] = []

  /// - Parameter files: those that are rewritten.
  init(_ facts: DependencyFacts, _ program: Program, _ files: [ParsedFile]) {
    self.facts = facts
    self.program = program
    self.files = files
  }

  /// The dependency, if the program does not declare one of the same name.
  func find(_ name: String, in file: ParsedFile) -> BuiltIn? {
    guard facts.property(named: name, in: file) == nil, let found = Self.all[name] else {
      return nil
    }
    used.append((name, file))
    return found
  }

  /// Declares those that were found: once, at the end of the first file that uses them, or of one in
  /// the module that all users import.
  func declare() {
    var declarations: [(file: ParsedFile, name: String, isPublic: Bool)] = []
    var names: [String] = []
    let declared = program.members(ofExtensionsOf: ["Container"])
    for (name, _) in used where !names.contains(name) && !declared.contains(name) {
      names.append(name)
    }
    for name in names {
      let all = used.filter { $0.name == name }.map(\.file)
      // The tests see what the program declares.
      let program = all.filter { !$0.isTest }
      let users = program.isEmpty ? all : program
      let modules = Set(users.map(\.module))
      if modules.count == 1 {
        declarations.append((users[0], name, false))
      } else if let lowest = self.program.lowest(
        of: modules, among: Set(files.map(\.module))),
        let file = (users + files).first(where: { $0.module == lowest })
      {
        declarations.append((file, name, true))
      } else {
        ask(name, users)
      }
    }
    var written: [ParsedFile] = []
    for (file, _, _) in declarations where !written.contains(where: { $0 === file }) {
      written.append(file)
      write(declarations.filter { $0.file === file }.map { ($0.name, $0.isPublic) }, in: file)
    }
  }

  private func write(_ declarations: [(name: String, isPublic: Bool)], in file: ParsedFile) {
    let lines = declarations.map { name, isPublic in
      let found = Self.all[name]!
      return "\(isPublic ? "public " : "")var \(name): \(Library.mark)Factory<\(found.type)> "
        + "{ self { \(found.value) }\(found.isFunction ? "" : ".cached") }"
    }
    if hasTests, let first = file.imports.first {
      let names = declarations.map { "`\($0.name)`" }.joined(separator: ", ")
      file.note(
        first.syntax,
        "a test failed that used \(names) without a value of its own: the trait "
          + "`.container(.strict)` lets it fail now")
    }
    file.appendExtension(of: Library.container, lines)
    file.count("factories", lines.count)
    importFoundation(in: file, for: declarations.map(\.name))
  }

  /// No module sees the same ones as all users.
  private func ask(_ name: String, _ users: [ParsedFile]) {
    var asked: Set<ModuleIndex> = []
    for file in users where asked.insert(file.module).inserted {
      guard let first = file.imports.first else { continue }
      program.ask(
        "declare `public var \(name): Factory<\(Self.all[name]!.type)>` once, in a module that all "
          + "modules import that use it", in: file, at: first.syntax)
    }
  }

  /// Foundation declares most of the types; swift-dependencies brought it along.
  private func importFoundation(in file: ParsedFile, for names: [String]) {
    let needsFoundation = names.contains { !Self.all[$0]!.type.hasSuffix("Clock<Duration>") }
    let modules = ["Foundation", "SwiftUI", "UIKit", "AppKit", "Cocoa"]
    guard needsFoundation, let first = file.imports.first,
      !file.imports.contains(where: { modules.contains($0.module) })
    else { return }
    file.insert("import Foundation\(file.lineBreak)", before: first.syntax)
  }
}
