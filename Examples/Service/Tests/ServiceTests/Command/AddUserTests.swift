// Factory, MIT licence; see LICENSE
//
// A command, and the article about it.
import ArgumentParser
import FactoryTesting
import Foundation
import ServiceCore
import Synchronization
import Testing

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
}

private final class Opened: Sendable {
  struct HookError: Error {}
}

extension Container {
  fileprivate var failing: Factory<Opened> {
    self { Opened() }.onShutdown { _ in throw Opened.HookError() }.cached.testable
  }
  fileprivate var single: Factory<Opened> {
    self { Opened() }.onShutdown { _ in closedSingles.append("single") }.singleton.testable
  }
}

private let closedSingles = Lines()

@Suite("The command", .container(.strict) { $0.registerForTests() }) struct AddUserTests {
  @Test("It adds a user, and prints the token")
  func adds() async throws {
    let lines = Lines()
    Container.shared.output.register { lines.append }
    let command = try AddUser.parse(["Eve", "--tenant", "elm"])
    try await command.run()
    #expect(lines.all == ["1"])
  }

  @Test("It adds the user to the file of its option, and closes the file")
  func file() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    let container = Container.shared
    container.output.register { { _ in } }
    container.database.register { [unowned container] in
      try Database.open(container.databasePath(), container.logger())
    }
    for name in ["Eve", "Finn"] {
      try await AddUser.parse([name, "--tenant", "elm", "--database", path]).run()
    }
    // The commands have closed theirs, so that this is another one.
    #expect(container.database.resolvedOrNil() == nil)
    let users = try await container.users()
    #expect(try await users.user(named: "Eve")?.tenant.id == "elm")
    #expect(try await users.user(named: "Finn") != nil)
    try await Scope.singleton.shutdown()
  }

  @Test("The singletons are closed although the hook of another instance fails")
  func failingHook() async {
    await #expect(throws: ShutdownError.self) {
      try await withCommand { container in _ = (container.failing(), container.single()) }
    }
    #expect(closedSingles.all == ["single"])
  }

  @Test("It does not accept a user without a tenant")
  func incomplete() {
    #expect(throws: (any Error).self) { try AddUser.parse(["Eve"]) }
  }
}

@Suite("The article on command-line tools") struct CommandArticleTests {
  @Test("Its examples are compiled and run here")
  func examples() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let article = folder.appending(
      path: "../../../../../Sources/FactoryKit/FactoryKit.docc/Development/CommandLineTools.md")
    let compiled = try ["AddUser.swift", "AddUserTests.swift"].map {
      try lines(of: folder.appending(path: $0))
    }
    let examples = try String(contentsOf: article, encoding: .utf8)
      .components(separatedBy: "```text\n").dropFirst()
      .map { lines(in: $0.components(separatedBy: "```")[0]) }
    #expect(examples.count == 3)
    for example in examples {
      let file = try #require(compiled.first { $0.contains(example.first { $0.hasSuffix("{") }!) })
      var rest = file[...]
      for line in example where line != "}" {
        let index = rest.firstIndex(of: line)
        #expect(index != nil, "\(line)")
        rest = rest[((index ?? rest.startIndex - 1) + 1)...]
      }
    }
  }

  private func lines(of file: URL) throws -> [String] {
    lines(in: try String(contentsOf: file, encoding: .utf8))
  }

  private func lines(in text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
