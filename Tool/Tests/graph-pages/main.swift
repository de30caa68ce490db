// Factory, MIT licence; see LICENSE
//
// `graph-pages DIRECTORY COUNT…`: writes a page and the other formats for a random graph of each
// number of factories, and `hostile.html`, whose names try to end the page's script.
import FactoryGraph
import Foundation
import GraphSupport

let arguments = CommandLine.arguments.dropFirst()
guard let directory = arguments.first else {
  FileHandle.standardError.write(Data("usage: graph-pages DIRECTORY COUNT…\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: directory, isDirectory: true)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

func write(_ graph: Graph, name: String, title: String) throws {
  let texts = [
    "html": graph.html(title: title), "mmd": graph.mermaid(), "dot": graph.dot(),
    "json": graph.json(),
  ]
  for (suffix, text) in texts {
    try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).\(suffix)"))
  }
}

for count in arguments.dropFirst().compactMap({ Int($0) }) {
  try write(
    RandomGraph.graph(factories: count), name: "\(count)", title: "Example with \(count) factories")
}
try write(hostileGraph(), name: "hostile", title: "</title><script>alert(1)</script>")
try write(GraphText().graph(), name: "empty", title: "Nothing")
