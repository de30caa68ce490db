// Factory, MIT licence; see LICENSE
//
// The built program as a process: exit codes, and the options, which are contexts of its factories.
import Foundation
import Testing

@Suite("Tour as a process")
struct TourProcessTests {
  @Test("Without arguments, an error and the usage go to standard error")
  func usage() throws {
    let result = try Program.run([])
    #expect(result.exitCode == 64)
    #expect(result.output == "")
    #expect(
      result.errors == """
        tour: missing argument '<file>'
        Usage: tour [--json] [--mock] [--trace] [--] <file> ...
          See 'tour --help' for more information.

        """)
  }

  @Test("After --, an argument that looks like an option is a file")
  func terminator() throws {
    let result = try Program.run(["--mock", "--", "--json"])
    #expect(result.exitCode == 0)
    #expect(result.output.hasPrefix("--json\n  lines"))
    #expect(result.errors == "")
  }

  @Test("A missing file is an error on standard error; the others are reported")
  func missing() throws {
    let result = try Program.run(["/no/such/file", #filePath])
    #expect(result.exitCode == 66)
    #expect(result.output.hasPrefix(#filePath))
    #expect(result.errors == "tour: cannot read /no/such/file: there is no such file\n")
  }

  @Test("--mock reads samples, --json writes JSON")
  func mockAndJSON() throws {
    let result = try Program.run(["--mock", "--json", "any"])
    #expect(result.exitCode == 0)
    #expect(result.output.hasPrefix("{\n  \"date\" : \"1970-01-01T00:00:00Z\",\n  \"files\" : ["))
    #expect(result.output.contains("  \"total\" : {\n    \"codeBlocks\" : 1,"))
    #expect(result.output.contains("      \"path\" : \"any\","))
  }

  @Test("--trace shows each resolution, away from the report")
  func trace() throws {
    let plain = try Program.run(["--mock", "any"])
    let traced = try Program.run(["--mock", "--trace", "any"])
    #expect(traced.output == plain.output)
    #expect(traced.errors.contains("0: FactoryKit.Container.tour<Tour> = N:"))
    #expect(traced.errors.contains("1:     FactoryKit.Container.textSource<TextSource> = N:"))
  }
}

/// The built executable `tour`.
private enum Program {
  struct Result {
    var exitCode: Int32
    var output: String
    var errors: String
  }

  static func run(_ arguments: [String]) throws -> Result {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    // Files instead of pipes, because a pipe that is not read blocks the process when it is full.
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("TourTests-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let output = directory.appendingPathComponent("output")
    let errors = directory.appendingPathComponent("errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Result(
      exitCode: process.terminationStatus,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Next to the test bundle: SwiftPM builds all products into one directory.
  private static var url: URL {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let directory = (bundle ?? Bundle.main).bundleURL.deletingLastPathComponent()
    #else
      let directory = Bundle.main.bundleURL
    #endif
    #if os(Windows)
      return directory.appendingPathComponent("tour.exe")
    #else
      return directory.appendingPathComponent("tour")
    #endif
  }
}
