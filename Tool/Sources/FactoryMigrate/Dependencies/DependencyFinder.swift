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
    guard group.conformsToDependencyKey else { return }
    var fact = keys[name] ?? DependencyKeyFact()
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
        isConditional: member.ancestor(IfConfigDeclSyntax.self) != nil)
    }
    keys[name] = fact
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.attribute("DependencyClient") != nil { clients.insert(node.name.plain) }
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
    if node.extendsDependencyValues {
      for member in node.memberBlock.members.flattened {
        if let property = DependencyProperty(member.decl, in: file) {
          properties.append(property)
        } else if let entry = DependencyEntry(member.decl, in: file) {
          properties.append(entry.property)
          keys[entry.property.key] = entry.key
        }
      }
      return .skipChildren
    }
    read(name, node, isExtension: true)
    return .visitChildren
  }
}
