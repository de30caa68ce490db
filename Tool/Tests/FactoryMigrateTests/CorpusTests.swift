// Factory, MIT licence; see LICENSE
//
// The programs of Tool/Tests/Corpora, byte for byte.
import FactoryMigrate
import Foundation
import Testing

/// A program before and after migration.
struct CorpusProgram: CustomTestStringConvertible {
  var source: Migration.Source
  var name: String
  var before: String
  var after: String

  var testDescription: String { "\(source.rawValue)/\(name)" }

  static func all() throws -> [CorpusProgram] {
    let corpora = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Corpora")
    return try Migration.Source.allCases.flatMap { source in
      let folder = corpora.appendingPathComponent(source.rawValue)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      return try names.map { name in
        func text(_ file: String) throws -> String {
          let data = try Data(contentsOf: folder.appendingPathComponent("\(name)/\(file).swift"))
          return String(decoding: data, as: UTF8.self)
        }
        return CorpusProgram(
          source: source, name: name, before: try text("before"), after: try text("after"))
      }
    }
  }
}

@Suite struct CorpusTests {
  @Test("Each program becomes the expected one", arguments: try CorpusProgram.all())
  func after(_ program: CorpusProgram) {
    let result = migrate(program.source, program.before)
    #expect(result.files[0].text.utf8.elementsEqual(program.after.utf8))
    #expect(result.files[0].isChanged)
  }

  @Test("A second migration changes nothing", arguments: try CorpusProgram.all())
  func twice(_ program: CorpusProgram) {
    let result = migrate(program.source, program.after)
    #expect(result.files[0].text == program.after)
    #expect(!result.files[0].isChanged)
  }

  @Test("Each note has its comment in the file", arguments: try CorpusProgram.all())
  func notes(_ program: CorpusProgram) {
    let result = migrate(program.source, program.before)
    for note in result.files[0].notes {
      #expect(result.files[0].text.contains("// factory:migrate \(note.message)"))
    }
  }

  @Test("Every source has at least ten programs", arguments: Migration.Source.allCases)
  func count(_ source: Migration.Source) throws {
    #expect(try CorpusProgram.all().count { $0.source == source } >= 10)
  }
}

func migrate(_ source: Migration.Source, _ texts: String...) -> Migration.Result {
  let files = texts.enumerated().map {
    Migration.File(path: "File\($0.offset).swift", text: $0.element)
  }
  return Migration(from: source).migrate(files)
}
