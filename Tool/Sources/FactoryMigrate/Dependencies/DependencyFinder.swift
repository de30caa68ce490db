// Factory, MIT licence; see LICENSE
//
// Looks for the keys of a file, and for the properties that read them.
import SwiftSyntax

final class DependencyFinder: SyntaxVisitor {
  let file: ParsedFile
  var keys: [String: DependencyKeyFact] = [:]
  var properties: [DependencyProperty] = []
  var clients: Set<String> = []

  init(_ file: ParsedFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  static func read(_ file: ParsedFile) -> DependencyFinder {
    let finder = DependencyFinder(file)
    finder.walk(file.tree)
    return finder
  }

  private func read(_ name: String, _ group: some DeclGroupSyntax, isExtension: Bool) {
    let name = file.types.declared(name)?.name ?? name
    let id = file.types.identity(of: name)
    var fact = keys[id] ?? DependencyKeyFact(name: name)
    if group.conformsToDependencyKey { fact.isKey = true }
    if isExtension { fact.isExtension = true } else { fact.declaration = DeclSyntax(group) }
    for member in group.memberBlock.members.flattened {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        let binding = variable.bindings.first,
        let value = binding.name,
        ["liveValue", "testValue", "previewValue"].contains(value)
      else { continue }
      fact.values[value] = DependencyValue(
        file: file, variable: variable, expression: binding.value,
        type: binding.typeAnnotation?.type.trimmedDescription,
        isConditional: member.ancestor(IfConfigDeclSyntax.self) != nil,
        conditions: variable.buildConditions(declaring: value))
    }
    // Another file may declare the conformance.
    if fact.isKey || !fact.values.isEmpty { keys[id] = fact }
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.attribute("DependencyClient") != nil {
      clients.insert(file.types.identity(of: node.enclosedName))
    }
    read(node.enclosedName, node, isExtension: false)
    return .visitChildren
  }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    read(node.enclosedName, node, isExtension: false)
    return .visitChildren
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    read(node.enclosedName, node, isExtension: false)
    return .visitChildren
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.extendedType.trimmedDescription
    if node.extendsDependencyValues {
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

extension NamedDeclSyntax {
  /// With the types around it: `Clients.Mail`.
  var enclosedName: String {
    (enclosingTypes.prefix(1) + [name.plain]).joined(separator: ".")
  }
}

extension VariableDeclSyntax {
  /// What must be true for it to be compiled, the innermost first. Where each clause of an `#if`
  /// declares it, that is no condition.
  fileprivate func buildConditions(declaring name: String) -> [String?] {
    ancestors.compactMap { $0.as(IfConfigClauseSyntax.self) }.compactMap { clause -> String?? in
      guard let config = clause.ancestor(IfConfigDeclSyntax.self) else { return nil }
      let isAlways =
        config.clauses.contains { $0.condition == nil }
        && config.clauses.allSatisfy { clause in
          clause.nodes(PatternBindingSyntax.self).contains { $0.name == name }
        }
      if isAlways { return nil }
      let isFirst = config.clauses.first?.id == clause.id
      return .some(isFirst ? clause.condition?.trimmedDescription : nil)
    }
  }
}
