// Factory, MIT licence; see LICENSE
import Foundation
import Testing

@testable import FactoryGraph

@Suite struct ReportCacheTests {
  /// A program of three files and a folder for the cache, which are removed afterwards.
  private final class Workplace: Sendable {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("factory-\(UUID().uuidString)")
    var cacheFolder: URL { folder.appendingPathComponent("cache") }
    var program: URL { folder.appendingPathComponent("program") }

    init() throws {
      try FileManager.default.createDirectory(at: program, withIntermediateDirectories: true)
      for name in ["a", "b", "c"] { try write(Self.source(name), "\(name).swift") }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    static func source(_ name: String) -> String {
      "import FactoryKit\nextension Container {\n  var \(name): Factory<Int> { self { 1 } }\n}\n"
    }

    func write(_ text: String, _ name: String) throws {
      try Data(text.utf8).write(to: program.appendingPathComponent(name))
    }

    /// What a run of the tool does: it parses the files if the cache does not have the report.
    func check(_ more: String...) throws -> (report: Report, parsed: Int) {
      let sources = try ProgramSources(paths: [program.path] + more, jobs: 2)
      let cache = ReportCache(
        folder: cacheFolder, paths: [program.path], sources, Configuration(), rules: Rules.all)
      if let report = cache.read() { return (report, 0) }
      let parsed = Counter()
      let loader = ProgramLoader(sources, jobs: 2) { _, _ in parsed.increment() }
      let program = Program(loader)
      let report = Report(
        Checker(rules: Rules.all).check(program), of: program, rules: Rules.all)
      try cache.store(report)
      return (report, parsed.value)
    }

    var cacheFiles: [URL] {
      get throws {
        try FileManager.default.contentsOfDirectory(
          at: cacheFolder, includingPropertiesForKeys: nil)
      }
    }

    func setAge(days: Double, of file: URL) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -days * 24 * 3600)], ofItemAtPath: file.path)
    }
  }

  /// `count` is read and written with the lock held.
  private final class Counter: @unchecked Sendable {
    private var count = 0
    private let lock = NSLock()
    var value: Int { lock.withLock { count } }
    func increment() { lock.withLock { count += 1 } }
  }

  @Test func `The second run parses nothing and finds the same`() throws {
    let workplace = try Workplace()
    let first = try workplace.check()
    let second = try workplace.check()
    #expect(first.parsed == 3)
    #expect(second.parsed == 0)
    #expect(first.report.text().contains("unused-factory"))
    #expect(first.report.json() == second.report.json())
  }

  @Test func `Reading the files of a program does not parse them`() throws {
    let workplace = try Workplace()
    // The parser could not cope with it.
    try workplace.write(String(repeating: "(", count: 100_000), "deep.swift")
    let sources = try ProgramSources(paths: [workplace.program.path])
    #expect(sources.files.count == 4)
    #expect(sources.problems.isEmpty)
    #expect(ProgramLoader(sources).problems.count == 1)
  }

  @Test func `All files are parsed if one has changed`() throws {
    let workplace = try Workplace()
    _ = try workplace.check()
    try workplace.write(Workplace.source("changed"), "b.swift")
    let (report, parsed) = try workplace.check()
    #expect(parsed == 3)
    #expect(report.text().contains("changed"))
    #expect(try workplace.check().parsed == 0)
  }

  @Test func `A file that was renamed is reported by its new name`() throws {
    let workplace = try Workplace()
    _ = try workplace.check()
    try FileManager.default.moveItem(
      at: workplace.program.appendingPathComponent("a.swift"),
      to: workplace.program.appendingPathComponent("z.swift"))
    let report = try workplace.check().report
    #expect(report.diagnostics.map { $0.path.suffix(7) } == ["b.swift", "c.swift", "z.swift"])
  }

  @Test func `The targets that are listed for a file are a part of the program`() throws {
    let workplace = try Workplace()
    func fingerprint(_ targets: (@Sendable (String) -> [ListedTarget])?) throws -> UInt64 {
      try ProgramSources(paths: [workplace.program.path], targets: targets).fingerprint.hash
    }
    let all = try [
      fingerprint(nil), fingerprint { _ in [] }, fingerprint { _ in [ListedTarget(name: "A")] },
      fingerprint { _ in [ListedTarget(name: "A", kind: .test)] },
      fingerprint { _ in [ListedTarget(name: "A", dependencies: ["B"])] },
    ]
    #expect(Set(all).count == all.count)
  }

  @Test func `An Xcode project is a part of the program`() throws {
    let workplace = try Workplace()
    _ = try workplace.check()
    let project = workplace.program.appendingPathComponent("App.xcodeproj")
    try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
    try workplace.write("{}", "App.xcodeproj/project.pbxproj")
    #expect(try workplace.check().parsed == 3)
    #expect(try workplace.check().parsed == 0)
    try workplace.write("{ }", "App.xcodeproj/project.pbxproj")
    #expect(try workplace.check().parsed == 3)
  }

  @Test func `A damaged cache is mended by the next run`() throws {
    let workplace = try Workplace()
    let first = try workplace.check().report
    let file = try #require(workplace.cacheFiles.first)
    let bytes = try Data(contentsOf: file)
    try bytes.dropLast(bytes.count / 2).write(to: file)
    let second = try workplace.check()
    #expect(second.parsed == 3)
    #expect(second.report.json() == first.json())
    #expect(try workplace.check().parsed == 0)
  }

  @Test func `A cache that cannot be written is an error`() throws {
    let workplace = try Workplace()
    try Data().write(to: workplace.cacheFolder)
    #expect(throws: (any Error).self) { try workplace.check() }
  }

  @Test func `Runs at once do not disturb each other`() throws {
    let workplace = try Workplace()
    // A file that some runs see and others do not, so that each run writes the cache.
    let other = workplace.folder.appendingPathComponent("other.swift").path
    try Data(Workplace.source("other").utf8).write(to: URL(fileURLWithPath: other))
    DispatchQueue.concurrentPerform(iterations: 40) { index in
      do {
        let report = try index % 2 == 0 ? workplace.check().report : workplace.check(other).report
        #expect(report.diagnostics.count == 3 + index % 2)
      } catch {
        Issue.record(error)
      }
    }
    #expect(try workplace.cacheFiles.count == 1)
  }

  @Test func `The file of a program that nobody has checked for a month is removed`() throws {
    let workplace = try Workplace()
    try FileManager.default.createDirectory(
      at: workplace.cacheFolder, withIntermediateDirectories: true)
    for (name, days) in [("old", 31.0), ("young", 29)] {
      let file = workplace.cacheFolder.appendingPathComponent("\(name).findings")
      try Data().write(to: file)
      try workplace.setAge(days: days, of: file)
    }
    _ = try workplace.check()
    let names = try workplace.cacheFiles.map(\.lastPathComponent)
    #expect(names.contains("young.findings"))
    #expect(!names.contains("old.findings"))
    #expect(names.count == 2)
  }

  @Test func `A program that did not change for a month keeps its file`() throws {
    let workplace = try Workplace()
    _ = try workplace.check()
    let file = try #require(workplace.cacheFiles.first)
    try workplace.setAge(days: 29, of: file)
    #expect(try workplace.check().parsed == 0)
    let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
    #expect(try #require(date as? Date).timeIntervalSinceNow > -3600)
  }
}
