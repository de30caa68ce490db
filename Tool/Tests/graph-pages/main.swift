// Factory, MIT licence; see LICENSE
//
// `graph-pages DIRECTORY COUNT… PATH…`: writes a page and the other formats for a random graph of each
// number of factories, which has findings and links, and for each program at a path, which has what
// a check finds; and `hostile.html`, whose names try to end the page's script.
import FactoryGraph
import Foundation
import GraphSupport

let arguments = CommandLine.arguments.dropFirst()
guard let directory = arguments.first else {
  FileHandle.standardError.write(Data("usage: graph-pages DIRECTORY COUNT… PATH…\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: directory, isDirectory: true)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let links = try SourceLinks("https://example.com/blob/main/{path}#L{line}")

func write(_ graph: Graph, name: String, title: String, findings: [PlacedFinding]?) throws {
  let page = graph.html(title: title, findings: findings, links: findings.map { _ in links })
  let encoder = JSONEncoder()
  let texts = [
    "html": page, "mmd": graph.mermaid(), "dot": graph.dot(), "json": graph.json(),
    "findings.json": String(decoding: try encoder.encode(findings ?? []), as: UTF8.self),
  ]
  for (suffix, text) in texts {
    try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).\(suffix)"))
  }
}

for argument in arguments.dropFirst() {
  if let count = Int(argument) {
    let graph = try RandomGraph.graph(factories: count)
    try write(
      graph, name: "\(count)", title: "Example with \(count) factories",
      findings: try exampleFindings(graph))
  } else {
    let program = Program(try ProgramLoader(paths: [argument]))
    let graph = program.graph
    let name = URL(fileURLWithPath: argument).lastPathComponent
    try write(
      graph, name: name, title: name,
      findings: graph.placed(Checker().findings(program), in: program))
  }
}
let hostile = try hostileGraph()
try write(
  hostile, name: "hostile", title: "</title><script>alert(1)</script>",
  findings: try exampleFindings(hostile))
try write(GraphText().graph(), name: "empty", title: "Nothing", findings: nil)
