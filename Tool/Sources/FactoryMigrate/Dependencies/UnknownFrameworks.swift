// Factory, MIT licence; see LICENSE
//
// Files that are left as they are, because they use a framework that needs swift-dependencies.
import FactoryGraph
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
    /// The files that declare or extend what it mentions, with the names.
    var mentioned: [(name: String, file: Int)] = []
    /// The dependencies that it declares, reads or replaces, with their names.
    var dependencies: [String: String] = [:]
    /// The dependencies of the library that it reads or replaces.
    var builtIn: Set<String> = []
    var overridden: Set<String> = []
  }

  private let program: Program
  private var files: [Uses] = []

  /// Gives each file that is left the reason.
  static func refuse(_ program: Program, _ migrated: [ParsedFile]) {
    var first: [Int: String] = [:]
    let known = Set(migrated.map { ObjectIdentifier($0) })
    for (index, file) in program.files.enumerated() {
      if let framework = file.imports.first(where: { names.contains($0.module) }) {
        first[index] = "it imports \(framework.module)"
      } else if !known.contains(ObjectIdentifier(file)),
        let name = Self.use(in: file), !file.types.declares(name), !file.imports.isEmpty
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
    self.program = program
    let facts = DependencyFacts(program, program.files)
    let indices = Dictionary(
      uniqueKeysWithValues: program.files.enumerated().map { (ObjectIdentifier($1), $0) })
    for file in program.files {
      let reader = UseReader(viewMode: .sourceAccurate)
      reader.walk(file.tree)
      var uses = Uses(file: file, isMigrated: migrated.contains(ObjectIdentifier(file)))
      for (outer, names) in reader.mentions.sorted(by: { $0.key < $1.key }) {
        let types = Types(program: program, file: file.indices[0], outer: outer)
        for name in names.sorted() {
          // Everything uses the extensions of types such as `String`.
          for part in types.declared(name)?.parts ?? [] {
            guard let other = program.file(of: part), program.sees(file, other) else { continue }
            uses.mentioned.append((name, indices[ObjectIdentifier(other)]!))
          }
          let id = types.identity(of: name)
          if facts.keys[id] != nil { uses.dependencies[id] = name }
        }
      }
      for name in reader.names.union(reader.overridden).union(reader.properties).sorted() {
        if let property = facts.property(named: name, in: file) {
          uses.dependencies[property.key] = name
        } else if BuiltInDependencies.all[name] != nil {
          uses.builtIn.insert(name)
        }
      }
      uses.overridden = reader.overridden.intersection(uses.builtIn)
      files.append(uses)
    }
  }

  private func spread(_ first: [Int: String]) {
    var reasons = first
    var queue = first.keys.sorted()
    var next = 0
    var byDependency: [String: [Int]] = [:]
    var users: [String: [Int]] = [:]
    var overriding: [String: [Int]] = [:]
    for (index, file) in files.enumerated() {
      for id in file.dependencies.keys { byDependency[id, default: []].append(index) }
      for key in file.builtIn { users[key, default: []].append(index) }
      for key in file.overridden { overriding[key, default: []].append(index) }
    }
    while next < queue.count {
      let file = files[queue[next]]
      next += 1
      let name = file.file.path.split(separator: "/").last.map(String.init) ?? file.file.path
      func add(_ index: Int, _ reason: String) {
        guard reasons[index] == nil else { return }
        reasons[index] = reason
        queue.append(index)
      }
      for (type, index) in file.mentioned { add(index, "`\(type)` is used in \(name)") }
      for (id, dependency) in file.dependencies.sorted(by: { $0.key < $1.key }) {
        for index in byDependency[id] ?? [] {
          add(index, "it shares `\(dependency)` with \(name)")
        }
      }
      // A dependency of the library that one of two files overrides for the other one: both have to
      // read it in the same way.
      for key in file.builtIn.sorted() {
        let sharing =
          file.overridden.contains(key)
          ? (users[key] ?? []).filter { program.sees(file.file, files[$0].file) } : []
        let changing = (overriding[key] ?? []).filter { program.sees(files[$0].file, file.file) }
        for index in sharing + changing { add(index, "`\(key)` is overridden for \(name)") }
      }
    }
    for (index, reason) in reasons where files[index].isMigrated || first[index] != nil {
      files[index].file.refusal = reason + ", so it still needs swift-dependencies"
    }
  }

}

/// Reads the types that a file mentions, and the dependencies that it names.
private final class UseReader: SyntaxVisitor {
  /// By the type around the place, and also with the types around them: `Clients.Mail`.
  var mentions: [String: Set<String>] = [:]
  var names: Set<String> = []
  /// Those that get another value.
  var overridden: Set<String> = []
  /// The properties of `DependencyValues` that it declares.
  var properties: Set<String> = []
  private var path: [String] = []
  private var enclosing = [""]

  override func visit(_ node: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .identifier = node.tokenKind, node.plain.first?.isUppercase == true {
      if node.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period { path = [] }
      path.append(node.plain)
      mentions[enclosing.last!, default: []].insert(path.joined(separator: "."))
    } else if node.tokenKind != .period {
      path = []
    }
    return .skipChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.extendsDependencyValues {
      let variables = node.memberBlock.members.flattened.compactMap {
        $0.decl.as(VariableDeclSyntax.self)
      }
      properties.formUnion(variables.flatMap(\.bindings).compactMap(\.name))
    }
    return .visitChildren
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    let outer = node.parent?.parent?.parent
    guard let first = node.components.first?.component.as(KeyPathPropertyComponentSyntax.self),
      let user = outer?.as(AttributeSyntax.self)?.attributeName.trimmedDescription.lastPart
        ?? outer?.as(FunctionCallExprSyntax.self)?.calledExpression.lastName
    else { return .visitChildren }
    let name = first.declName.baseName.plain
    if user == "Dependency" { names.insert(name) }
    if ["dependency", "transformDependency"].contains(user) { overridden.insert(name) }
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let path = node.overriddenDependency { overridden.insert(path[0]) }
    return .visitChildren
  }

  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind {
    enclosing.append(node.enclosingTypes.first ?? "")
    return .visitChildren
  }

  override func visitPost(_ node: MemberBlockSyntax) { enclosing.removeLast() }
}
