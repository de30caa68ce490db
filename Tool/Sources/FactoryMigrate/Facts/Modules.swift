// Factory, MIT licence; see LICENSE
//
// The modules of the program, and which of them see the declarations of which.
struct Modules {
  private let imports: [String: Set<String>]

  init(_ files: [ParsedFile]) {
    let names = Set(files.map(\.module))
    var imports: [String: Set<String>] = [:]
    for file in files {
      imports[file.module, default: []]
        .formUnion(file.imports.map(\.module).filter(names.contains))
    }
    self.imports = imports
  }

  /// Whether one module imports the other, itself or through those that it imports.
  func sees(_ module: String, _ other: String) -> Bool {
    var seen: Set<String> = [module]
    var queue = [module]
    while let next = queue.popLast() {
      if next == other { return true }
      queue += (imports[next] ?? []).filter { seen.insert($0).inserted }
    }
    return false
  }

  /// The module that all of these see, and that sees the others that they all see. Nil if there is
  /// none, or if the imports do not tell.
  func lowest(of modules: Set<String>, among candidates: Set<String>) -> String? {
    func isCommon(_ candidate: String) -> Bool { modules.allSatisfy { sees($0, candidate) } }
    // One that declares nothing new for the others is better than one below it.
    let common = candidates.filter(isCommon)
    let nearest = common.filter { one in common.allSatisfy { sees(one, $0) } }
    return nearest.count == 1 ? nearest.first : nil
  }
}
