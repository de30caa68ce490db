// Factory, MIT licence; see LICENSE
//
// Writes a large program, to measure the tool: `big-program FOLDER FILES`. A file has about a hundred
// lines: a protocol, two types, and two factories that need those of files before it.
import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
  FileHandle.standardError.write(Data("usage: big-program FOLDER FILES\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: arguments[1])
let filesPerModule = 100
let modules = (count + filesPerModule - 1) / filesPerModule

/// Writes a file, and the folders around it.
func write(_ text: String, _ path: String) throws {
  let file = folder.appendingPathComponent(path)
  try FileManager.default.createDirectory(
    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(text.utf8).write(to: file)
}

func manifest() -> String {
  let targets = (0..<modules).map { module in
    let needs = module == 0 ? "" : "\"Module\(module - 1)\", "
    return "    .target(name: \"Module\(module)\", dependencies: [\(needs)\"FactoryKit\"]),\n"
  }.joined()
  return """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "Big",
      targets: [
    \(targets)    .executableTarget(name: "App", dependencies: ["Module\(modules - 1)"]),
      ]
    )

    """
}

func service(_ number: Int) -> String {
  // Half of the dependencies are in the file before, the others further back.
  let first = number == 0 ? nil : number - 1
  let second = number < 17 ? nil : (number &* 7919) % (number - 16)
  let needs = [first, second].compactMap { $0 }
  let parameters = needs.map { "service\($0): any Service\($0)" }.joined(separator: ", ")
  let arguments = needs.map { "service\($0): self.service\($0)()" }.joined(separator: ", ")
  let fields = needs.map { "  private let service\($0): any Service\($0)\n" }.joined()
  let assignments = needs.map { "    self.service\($0) = service\($0)\n" }.joined()
  let scope = ["", ".cached", ".singleton", ".shared"][number % 4 == 2 ? 0 : number % 4]
  let functions = (0..<10).map { index in
    """
      /// Adds what the table has for a name.
      func compute\(index)(_ values: [String: Int], limit: Int) -> Int {
        var sum = \(index)
        for (name, value) in values.sorted(by: { $0.key < $1.key }) where value < limit {
          sum += value * name.count + \(number % 97)
        }
        return min(sum, limit)
      }


    """
  }.joined()
  return """
    import FactoryKit

    /// A part of the program.
    public protocol Service\(number): Sendable {
      func compute0(_ values: [String: Int], limit: Int) -> Int
    }

    final class LiveService\(number): Service\(number) {
    \(fields)
      init(\(parameters)) {
    \(assignments)  }

    \(functions)}

    final class Model\(number) {
      @Injected(\\.service\(number)) private var service
      @LazyInjected(\\.helper\(number)) private var helper
    }

    struct Helper\(number): Sendable {
      let name: String
    }

    extension Container {
      public var service\(number): Factory<any Service\(number)> {
        self { LiveService\(number)(\(arguments)) }\(scope)
      }

      public var helper\(number): Factory<Helper\(number)> { self { Helper\(number)(name: "\(number)") } }
    }

    """
}

try write(manifest(), "Package.swift")
for number in 0..<count {
  try write(
    service(number), "Sources/Module\(number / filesPerModule)/Service\(number).swift")
}
try write(
  "import FactoryKit\n\nprint(Container.shared.service\(count - 1)().compute0([:], limit: 1))\n",
  "Sources/App/main.swift")
