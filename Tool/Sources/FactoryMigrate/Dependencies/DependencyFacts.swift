// Factory, MIT licence; see LICENSE
//
// The keys of a program that uses swift-dependencies, and the values that it reads by them.
import SwiftSyntax

/// One of a key's values: `static let liveValue = X()`.
struct DependencyValue {
  var file: ParsedFile
  var variable: VariableDeclSyntax
  /// The expression, if there is only one.
  var expression: ExprSyntax?
  var type: String?
}

/// A type that conforms to `DependencyKey` or `TestDependencyKey`.
struct DependencyKeyFact {
  var values: [String: DependencyValue] = [:]
  /// The declaration, if the type is declared only to be a key.
  var declaration: DeclSyntax?
  var file: ParsedFile?
  /// Whether the conformance is an extension of a type that has other uses.
  var isExtension = false

  /// The values of contexts: of tests, unless it lets them fail, and of previews.
  var contexts: [(modifier: String, name: String, value: DependencyValue)] {
    [("onTest", "testValue"), ("onPreview", "previewValue")].compactMap { modifier, name in
      values[name].flatMap {
        name == "testValue" && $0.isUnimplemented ? nil : (modifier, name, $0)
      }
    }
  }
}

/// `var x: T { get { self[Key.self] } … }`.
struct DependencyProperty {
  var name: String
  var type: String
  var key: String
  var file: ParsedFile
  var variable: VariableDeclSyntax
}

final class DependencyFacts {
  private(set) var keys: [String: DependencyKeyFact] = [:]
  private(set) var properties: [DependencyProperty] = []
  /// The names of factories by key, also for keys without a property.
  private(set) var names: [String: String] = [:]
  /// How often the program names each type.
  private var uses: [String: Int] = [:]

  init(_ files: [ParsedFile]) {
    for file in files {
      let finder = DependencyFinder(file)
      finder.walk(file.tree)
      for (name, fact) in finder.keys {
        keys[name, default: DependencyKeyFact()].values.merge(fact.values) { first, _ in first }
        if let declaration = fact.declaration {
          keys[name]!.declaration = declaration
          keys[name]!.file = file
        }
        if fact.isExtension { keys[name]!.isExtension = true }
      }
      properties += finder.properties
      for token in file.tree.tokens(viewMode: .sourceAccurate) {
        if case .identifier = token.tokenKind { uses[token.plain, default: 0] += 1 }
      }
    }
    for property in properties { names[property.key] = property.name }
  }

  func property(_ key: String) -> DependencyProperty? { properties.first { $0.key == key } }

  func property(named name: String) -> DependencyProperty? {
    properties.first { $0.name == name }
  }

  /// The name of a key's factory.
  func name(of key: String) -> String? {
    guard keys[key] != nil else { return nil }
    return names[key] ?? TypeSpelling.factoryName(key)
  }

  /// The key of a factory, by the factory's name.
  func key(of name: String) -> DependencyKeyFact? {
    if let property = property(named: name) { return keys[property.key] }
    return keys.first { self.name(of: $0.key) == name }?.value
  }

  /// Whether the key can be removed when its values are written into the factory: it consists of
  /// them, and nothing but the property uses it.
  func isRemovable(_ key: String, from file: ParsedFile) -> Bool {
    guard let fact = keys[key], let declaration = fact.declaration, fact.file === file,
      !fact.isExtension, let group = declaration.asProtocol((any DeclGroupSyntax).self),
      fact.values.values.allSatisfy({ $0.expression != nil && !$0.usesItsType })
    else { return false }
    let isPure = group.memberBlock.members.allSatisfy { member in
      if member.decl.is(TypeAliasDeclSyntax.self) { return true }
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { return false }
      return fact.values.values.contains { $0.variable.id == variable.id }
    }
    let property = property(key)
    let inProperty =
      property?.variable.tokens(viewMode: .sourceAccurate).count { $0.plain == key } ?? 0
    let inDeclaration = declaration.tokens(viewMode: .sourceAccurate).count { $0.plain == key }
    return isPure && property != nil && uses[key] == inProperty + inDeclaration
  }
}

extension DependencyValue {
  /// Whether the expression says `Self`, which is another type elsewhere.
  var usesItsType: Bool {
    expression?.tokens(viewMode: .sourceAccurate).contains { $0.text == "Self" } == true
  }

  /// `unimplemented(…)` and the like, which let a test fail.
  var isUnimplemented: Bool {
    expression?.trimmedDescription.lowercased().contains("unimplemented") == true
  }
}

private final class DependencyFinder: SyntaxVisitor {
  let file: ParsedFile
  var keys: [String: DependencyKeyFact] = [:]
  var properties: [DependencyProperty] = []

  init(_ file: ParsedFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  private func read(_ name: String, _ group: some DeclGroupSyntax, isExtension: Bool) {
    guard group.conformsToDependencyKey else { return }
    var fact = keys[name] ?? DependencyKeyFact()
    if isExtension { fact.isExtension = true } else { fact.declaration = DeclSyntax(group) }
    for member in group.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let binding = variable.bindings.first,
        let value = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plain,
        ["liveValue", "testValue", "previewValue"].contains(value)
      else { continue }
      fact.values[value] = DependencyValue(
        file: file, variable: variable, expression: Self.expression(binding),
        type: binding.typeAnnotation?.type.trimmedDescription)
    }
    keys[name] = fact
  }

  private static func expression(_ binding: PatternBindingSyntax) -> ExprSyntax? {
    if let value = binding.initializer?.value { return value }
    guard case .getter(let items)? = binding.accessorBlock?.accessors, items.count == 1 else {
      return nil
    }
    let item = items.first?.item
    return item?.as(ExprSyntax.self)
      ?? item?.as(StmtSyntax.self)?.as(ReturnStmtSyntax.self)?.expression
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    read(node.name.plain, node, isExtension: false)
    return .visitChildren
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    read(node.name.plain, node, isExtension: false)
    return .visitChildren
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    read(node.name.plain, node, isExtension: false)
    return .visitChildren
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.extendedType.trimmedDescription
    if name == "DependencyValues" {
      for member in node.memberBlock.members.flattened {
        if let property = DependencyProperty(member.decl, in: file) {
          properties.append(property)
        }
      }
      return .skipChildren
    }
    read(name, node, isExtension: true)
    return .visitChildren
  }
}

extension DependencyProperty {
  init?(_ decl: DeclSyntax, in file: ParsedFile) {
    guard let variable = decl.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plain,
      let type = binding.typeAnnotation?.type.trimmedDescription,
      let accessors = binding.accessorBlock
    else { return nil }
    final class Finder: SyntaxVisitor {
      var key: String?
      override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.calledExpression.name == "self",
          let access = node.arguments.first?.expression.as(MemberAccessExprSyntax.self),
          access.declName.baseName.text == "self", let base = access.base
        {
          key = base.trimmedDescription
        }
        return .visitChildren
      }
    }
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(accessors)
    guard let key = finder.key else { return nil }
    self.init(name: name, type: type, key: key, file: file, variable: variable)
  }
}

extension ExprSyntax {
  /// Whether evaluating it throws or waits. What closures do is not counted.
  var isEffectful: Bool {
    final class Finder: SyntaxVisitor {
      var isFound = false
      override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
        if node.questionOrExclamationMark == nil { isFound = true }
        return .visitChildren
      }
      override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
        isFound = true
        return .skipChildren
      }
      override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
      }
    }
    let finder = Finder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.isFound
  }
}

extension MemberBlockItemListSyntax {
  /// The members, also those within `#if`.
  var flattened: [MemberBlockItemSyntax] {
    flatMap { member -> [MemberBlockItemSyntax] in
      guard let config = member.decl.as(IfConfigDeclSyntax.self) else { return [member] }
      return config.clauses.flatMap { clause -> [MemberBlockItemSyntax] in
        guard case .decls(let members)? = clause.elements else { return [] }
        return members.flattened
      }
    }
  }
}

extension DeclGroupSyntax {
  var conformsToDependencyKey: Bool {
    inheritanceClause?.inheritedTypes.contains {
      ["DependencyKey", "TestDependencyKey"].contains($0.type.trimmedDescription)
    } == true
  }
}
