// Factory, MIT licence; see LICENSE
//
// Files that vanish while a program is read.
import FactoryGraph
import Foundation
import Testing

@Suite struct VanishingTests {
  @Test("A folder that vanishes after it was listed is reported, and the rest is read")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "factory-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["stays", "goes"] {
      let inner = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try Data("let a = 1\n".utf8).write(to: inner.appendingPathComponent("A.swift"))
    }
    // The files are listed before any of them is excluded.
    let sources = try ProgramSources(
      paths: [folder.path],
      isExcluded: { _ in
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("goes"))
        return false
      })
    let loader = ProgramLoader(sources)
    #expect(loader.files.map(\.path) == ["\(folder.path)/stays/A.swift"])
    #expect(
      loader.problems == ["\(folder.path)/goes/A.swift: cannot be read: no such file or folder"])
  }
}
