// Factory, MIT licence; see LICENSE
import Foundation
import Testing

@testable import FactoryGraph

@Suite struct FactsCacheTests {
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

    func load() throws -> ProgramLoader {
      try ProgramLoader(
        paths: [program.path],
        cache: FactsCache(folder: cacheFolder, paths: [program.path]))
    }

    var cacheFiles: [URL] {
      get throws {
        try FileManager.default.contentsOfDirectory(
          at: cacheFolder, includingPropertiesForKeys: nil)
      }
    }
  }

  private func text(of loader: ProgramLoader) -> String { String(reflecting: loader.files) }

  @Test func `The second run parses nothing and finds the same`() throws {
    let workplace = try Workplace()
    let first = try workplace.load()
    let second = try workplace.load()
    #expect(first.parsed == 3)
    #expect(second.parsed == 0)
    #expect(text(of: first) == text(of: second))
  }

  @Test func `Only a file that has changed is parsed`() throws {
    let workplace = try Workplace()
    _ = try workplace.load()
    try workplace.write(Workplace.source("changed"), "b.swift")
    let loader = try workplace.load()
    #expect(loader.parsed == 1)
    #expect(text(of: loader).contains("changed"))
    #expect(try workplace.load().parsed == 0)
  }

  @Test func `A file that was renamed is not parsed`() throws {
    let workplace = try Workplace()
    _ = try workplace.load()
    try FileManager.default.moveItem(
      at: workplace.program.appendingPathComponent("a.swift"),
      to: workplace.program.appendingPathComponent("z.swift"))
    let loader = try workplace.load()
    #expect(loader.parsed == 0)
    #expect(loader.files.map { $0.path.suffix(7) } == ["b.swift", "c.swift", "z.swift"])
  }

  @Test func `Files that are gone leave the cache`() throws {
    let workplace = try Workplace()
    _ = try workplace.load()
    let size = try Data(contentsOf: #require(workplace.cacheFiles.first)).count
    try FileManager.default.removeItem(at: workplace.program.appendingPathComponent("a.swift"))
    _ = try workplace.load()
    #expect(try Data(contentsOf: #require(workplace.cacheFiles.first)).count < size)
  }

  @Test func `Without a cache nothing is written`() throws {
    let workplace = try Workplace()
    let loader = try ProgramLoader(paths: [workplace.program.path])
    #expect(loader.parsed == 3)
    #expect(!FileManager.default.fileExists(atPath: workplace.cacheFolder.path))
  }

  @Test func `A damaged cache is mended by the next run`() throws {
    let workplace = try Workplace()
    _ = try workplace.load()
    let file = try #require(workplace.cacheFiles.first)
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count - 1] ^= 0x55
    try bytes.write(to: file)
    #expect(try workplace.load().parsed == 1)
    #expect(try workplace.load().parsed == 0)
  }

  @Test func `A cache that cannot be written is a problem, and the program is read`() throws {
    let workplace = try Workplace()
    try Data().write(to: workplace.cacheFolder)
    let loader = try workplace.load()
    #expect(loader.files.count == 3)
    #expect(loader.problems.count == 1)
    #expect(loader.problems[0].hasPrefix("the cache was not written"))
  }

  @Test func `Runs at once do not disturb each other`() throws {
    let workplace = try Workplace()
    let expected = text(of: try workplace.load())
    // A file that some runs see and others do not, so that each run writes the cache.
    let other = workplace.folder.appendingPathComponent("other.swift").path
    try Data(Workplace.source("other").utf8).write(to: URL(fileURLWithPath: other))
    DispatchQueue.concurrentPerform(iterations: 40) { index in
      do {
        let paths = [workplace.program.path] + (index % 2 == 0 ? [] : [other])
        let loader = try ProgramLoader(
          paths: paths, jobs: 2,
          cache: FactsCache(folder: workplace.cacheFolder, paths: [workplace.program.path]))
        #expect(loader.problems.isEmpty)
        #expect(loader.files.count == 3 + index % 2)
      } catch {
        Issue.record(error)
      }
    }
    #expect(text(of: try workplace.load()) == expected)
    #expect(try workplace.cacheFiles.count == 1)
  }

  @Test func `The file of a program that nobody has checked for a month is removed`() throws {
    let workplace = try Workplace()
    try FileManager.default.createDirectory(
      at: workplace.cacheFolder, withIntermediateDirectories: true)
    for (name, days) in [("old", 31.0), ("young", 29)] {
      let file = workplace.cacheFolder.appendingPathComponent("\(name).facts")
      try Data().write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -days * 24 * 3600)], ofItemAtPath: file.path)
    }
    _ = try workplace.load()
    let names = try workplace.cacheFiles.map(\.lastPathComponent)
    #expect(names.contains("young.facts"))
    #expect(!names.contains("old.facts"))
    #expect(names.count == 2)
  }

  @Test func `A program that did not change for a month keeps its file`() throws {
    let workplace = try Workplace()
    _ = try workplace.load()
    let file = try #require(workplace.cacheFiles.first)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -29 * 24 * 3600)], ofItemAtPath: file.path)
    _ = try workplace.load()
    let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate]
    #expect(try #require(date as? Date).timeIntervalSinceNow > -3600)
  }
}
