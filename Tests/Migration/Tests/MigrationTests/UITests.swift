// Factory, MIT licence; see LICENSE
//
// The 1.3 guide: Xcode UI Testing. The program is started with and without the argument.
import Foundation
import Testing

/// The parts of XCUITest that the snippet uses, for a program that prints its text.
private final class XCUIApplication {
  struct Element {
    let exists: Bool
  }

  struct Elements {
    let texts: [String]
    subscript(text: String) -> Element { Element(exists: texts.contains(text)) }
  }

  var launchArguments: [String] = []
  private(set) var staticTexts = Elements(texts: [])

  func launch() throws {
    let process = Process()
    process.executableURL = Self.products.appendingPathComponent("legacy-app")
    process.arguments = launchArguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    staticTexts = Elements(texts: text.split(separator: "\n").map(String.init))
  }

  /// Where the test's own bundle or program is.
  private static var products: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
    return bundle.bundlePath.hasSuffix(".xctest")
      ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
  }
}

@Suite("1.x: UI testing")
struct UITests {
  @Test("The argument changes what is registered before the first resolution")
  func example() throws {
    let app = XCUIApplication()
    app.launchArguments.append("-mock1")
    try app.launch()

    let welcome = app.staticTexts["Mock Number 1! for Michael"]
    #if DEBUG
      #expect(welcome.exists)
    #else
      #expect(!welcome.exists)
    #endif
  }

  @Test("Without the argument nothing is changed")
  func plain() throws {
    let app = XCUIApplication()
    try app.launch()
    #expect(app.staticTexts["Hello for Michael"].exists)
  }
}
