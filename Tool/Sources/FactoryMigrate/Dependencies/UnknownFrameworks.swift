// Factory, MIT licence; see LICENSE
//
// Files that are left as they are, because they use a framework that needs swift-dependencies.
import SwiftSyntax

/// Finds the files that use such a framework, what they depend on, and all that shares their
/// dependencies: a value is either in `DependencyValues` or in a container.
struct UnknownFrameworks {
  /// Those that re-export swift-dependencies, or whose types read dependencies.
  private static let names: Set<String> = [
    "ComposableArchitecture", "DependenciesAdditions", "SQLiteData", "Sharing", "SharingGRDB",
  ]

  private static let api: Set<String> = [
    "DependencyKey", "DependencyValues", "TestDependencyKey", "withDependencies",
  ]

  private struct Uses {
    var file: ParsedFile
    /// Whether it uses swift-dependencies, so that it would be rewritten.
    var isMigrated: Bool
    var types: Set<String>
    var mentions: Set<String>
    /// The dependencies that it declares, reads or replaces.
    var dependencies: Set<String>
  }

  private var files: [Uses] = []
  private var byType: [String: [Int]] = [:]
  private var byDependency: [String: [Int]] = [:]

  /// Gives each file that is left the reason.
  static func refuse(_ program: Program, _ migrated: [ParsedFile]) {
    var first: [Int: String] = [:]
    let known = Set(migrated.map { ObjectIdentifier($0) })
    for (index, file) in program.files.enumerated() {
      if let framework = file.imports.first(where: { names.contains($0.module) }) {
        first[index] = "it imports \(framework.module)"
      } else if !known.contains(ObjectIdentifier(file)),
        let name = Self.use(in: file), !program.types.declares(name), !file.imports.isEmpty
      {
        first[index] = "it gets `\(name)` from a framework that is not known"
      }
    }
    guard !first.isEmpty else { return }
    UnknownFrameworks(program, known).spread(first)
  }

  /// A name of swift-dependencies that the file uses.
  private static func use(in file: ParsedFile) -> String? {
    file.tree.tokens(viewMode: .sourceAccurate).first { token in
      api.contains(token.text)
        || token.text == "Dependency"
          && token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .atSign
    }?.text
  }

  private init(_ program: Program, _ migrated: Set<ObjectIdentifier>) {
    let uses = program.files.map { file in
      let reader = UseReader(viewMode: .sourceAccurate)
      reader.walk(file.tree)
      return (file, reader, DependencyFinder.read(file))
    }
    let declared = Set(uses.flatMap { $0.2.properties.map(\.name) + Array($0.2.keys.keys) })
    for (file, reader, finder) in uses {
      let own = Set(finder.properties.map(\.name) + finder.properties.map(\.key)).union(
        finder.keys.keys)
      files.append(
        Uses(
          file: file, isMigrated: migrated.contains(ObjectIdentifier(file)), types: reader.types,
          mentions: reader.mentions,
          dependencies: own.union(reader.names.intersection(declared))))
    }
    // Everything uses the extensions of types such as `String`.
    let own = Set(uses.flatMap(\.1.declared))
    for (index, file) in files.enumerated() {
      for type in file.types.intersection(own) { byType[type, default: []].append(index) }
      for name in file.dependencies { byDependency[name, default: []].append(index) }
    }
  }

  private func spread(_ first: [Int: String]) {
    var reasons = first
    var queue = first.keys.sorted()
    while !queue.isEmpty {
      let current = queue.removeFirst()
      let file = files[current]
      let name = file.file.path.split(separator: "/").last.map(String.init) ?? file.file.path
      func add(_ index: Int, _ reason: String) {
        guard reasons[index] == nil else { return }
        reasons[index] = reason
        queue.append(index)
      }
      for type in file.mentions.sorted() {
        for index in byType[type] ?? [] { add(index, "`\(type)` is used in \(name)") }
      }
      for dependency in file.dependencies.sorted() {
        for index in byDependency[dependency] ?? [] {
          add(index, "it shares `\(dependency)` with \(name)")
        }
      }
    }
    for (index, reason) in reasons where files[index].isMigrated || first[index] != nil {
      files[index].file.refusal = reason + ", so it still needs swift-dependencies"
    }
  }
}

/// Reads the types at the top level of a file, what it mentions, and the dependencies that it names.
private final class UseReader: SyntaxVisitor {
  var types: Set<String> = []
  /// Those that it declares itself, and does not extend.
  var declared: Set<String> = []
  var mentions: Set<String> = []
  var names: Set<String> = []

  override func visit(_ node: SourceFileSyntax) -> SyntaxVisitorContinueKind {
    for item in node.statements {
      guard let decl = item.item.as(DeclSyntax.self) else { continue }
      if let type = decl.as(ExtensionDeclSyntax.self)?.extendedType {
        types.insert(String(type.trimmedDescription.prefix { $0 != "." && $0 != "<" }))
      } else if decl.asProtocol((any DeclGroupSyntax).self) != nil,
        let named = decl.asProtocol((any NamedDeclSyntax).self)
      {
        declared.insert(named.name.plain)
      }
    }
    types.formUnion(declared)
    return .visitChildren
  }

  override func visit(_ node: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .identifier = node.tokenKind, node.plain.first?.isUppercase == true {
      mentions.insert(node.plain)
    }
    return .skipChildren
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    if let first = node.components.first?.component.as(KeyPathPropertyComponentSyntax.self) {
      names.insert(first.declName.baseName.plain)
    }
    return .visitChildren
  }

  /// `$0.x = …` and `values.x.y = …`.
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let path = node.assignment?.target.path, path.count > 1, path[0] != "self" {
      names.insert(path[1])
    }
    return .visitChildren
  }

  /// `Key.self`.
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let key = ExprSyntax(node).metatype { names.insert(key.trimmedDescription) }
    return .visitChildren
  }
}
