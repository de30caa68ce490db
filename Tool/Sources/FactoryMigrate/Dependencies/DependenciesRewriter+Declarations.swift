// Factory, MIT licence; see LICENSE
//
// Rewrites keys and `DependencyValues`.
import SwiftSyntax

extension DependenciesRewriter {
  /// `extension DependencyValues` becomes `extension Container`.
  func rewriteValues(_ node: ExtensionDeclSyntax) {
    file.replace(node.extendedType, with: Library.container)
    for member in node.memberBlock.members.flattened {
      if let property = facts.properties.first(where: { $0.variable.id == Syntax(member.decl).id }
      ) {
        rewrite(property)
      } else {
        file.note(
          member,
          "only properties that read `self[Key.self]` are rewritten: write a factory, "
            + "`var …: Factory<…> { self { … } }`")
      }
    }
  }

  /// `var x: T { get { self[Key.self] } … }` becomes `var x: Factory<T> { self { … }.cached }`.
  private func rewrite(_ property: DependencyProperty) {
    let variable = property.variable
    guard let binding = variable.bindings.first, let type = binding.typeAnnotation?.type,
      let block = binding.accessorBlock
    else { return }
    guard let key = facts.keys[property.key] else {
      return file.note(
        variable,
        "nothing in these files declares `\(property.keyName)`: write "
          + "`var \(property.name): Factory<\(property.type)> { self { … }.cached }`")
    }
    if let live = key.values["liveValue"], !conditions(of: live, at: variable).isEmpty {
      return file.note(
        variable,
        "its live value is compiled under a condition: write "
          + "`var \(property.name): Factory<\(property.type)> { … }` with the same `#if`")
    }
    let isInlined = facts.isRemovable(property.key, from: file)
    let contexts = self.contexts(of: key, at: variable)
    let values = key.values.filter { name, value in
      name == "liveValue" || value.isUnimplemented || contexts.contains { $0.name == name }
    }
    let isLong = isInlined && values.contains { file.isMultiline($0.value.expression!.span) }
    let outer = file.indentation(at: variable.span.lowerBound)
    let unit = file.indentationUnit
    let isBroken = isLong || values.count > 1 || !contexts.isEmpty
    let line = isBroken ? file.lineBreak + outer + unit : " "
    var pieces: [Piece] = [.text("{" + line)]
    pieces += live(key, property, isInlined, isLong, line)
    for (modifier, name, value, conditions) in contexts {
      let inner = isLong ? line + unit + unit : " "
      pieces.append(.text(conditions.map { line + unit + "#if \($0)" }.joined()))
      pieces.append(.text(line + unit + ".\(modifier) {" + inner))
      pieces.append(source(name, value, property, isInlined, isLong ? 3 : 0))
      pieces.append(.text((isLong ? line + unit : " ") + "}"))
      pieces.append(.text(conditions.map { _ in line + unit + "#endif" }.joined()))
    }
    if !contexts.isEmpty { pieces.append(.text(line + unit + ".once()")) }
    pieces.append(.text(isBroken ? file.lineBreak + outer + "}" : " }"))
    file.replace(type, with: "\(Library.mark)Factory<\(property.type)>")
    file.edits.replace(block.span, with: pieces)
    noteTests(of: key, property)
    file.count("factories")
  }

  private func noteTests(of key: DependencyKeyFact, _ property: DependencyProperty) {
    if key.values["testValue"]?.isUnimplemented == true {
      file.program.ask(
        "testValue let a test fail that used it: the trait `.container(.strict)` does so now",
        in: file, at: property.variable)
    }
    if key.failsTests { askForTestValue(property.variable) }
    if key.values.values.contains(where: \.isOnMainActor) {
      file.note(
        property.variable,
        "its value is isolated to the main actor: make it a `MainActorFactory<\(property.type)>`")
    }
  }

  private func live(
    _ key: DependencyKeyFact, _ property: DependencyProperty, _ isInlined: Bool, _ isLong: Bool,
    _ line: String
  ) -> [Piece] {
    guard let value = key.values["liveValue"] else {
      file.note(
        property.variable,
        "nothing in these files gives `\(property.name)` a live value: register it at launch")
      return [.text("required().cached")]
    }
    guard isInlined || value.file.module == file.module else {
      file.note(
        property.variable,
        "the live value is in another module: register it at launch, "
          + "`Container.shared.\(property.name).register { \(property.keyName).liveValue }`")
      return [.text("required().cached")]
    }
    let (before, after) = isLong ? (line + file.indentationUnit, line) : (" ", " ")
    return [
      .text("self {" + before),
      source("liveValue", value, property, isInlined, isLong ? 2 : 0),
      .text(after + "}.cached"),
    ]
  }

  /// The value's expression, or its name.
  private func source(
    _ name: String, _ value: DependencyValue, _ property: DependencyProperty, _ isInlined: Bool,
    _ depth: Int
  ) -> Piece {
    guard isInlined, let expression = value.expression else {
      return .text("\(property.keyName).\(name)")
    }
    // From the key's member into the closure.
    let unit = file.indentationUnit
    let outer = file.indentation(at: property.variable.span.lowerBound)
    let target = outer + String(repeating: unit, count: max(depth, 1))
    let width = target.utf8.count - file.indentation(at: expression.span.lowerBound).utf8.count
    if width > 0 { file.indent(expression.span, by: String(target.suffix(width))) }
    walk(expression)
    return .source(expression.span)
  }

  private func askForTestValue(_ node: some SyntaxProtocol) {
    guard builtIn.hasTests else { return }
    file.program.ask(
      "without a testValue, a test failed that used it: the trait `.container(.strict)` lets it "
        + "fail now", in: file, at: node)
  }

  // MARK: Conditions

  private typealias Context = (
    modifier: String, name: String, value: DependencyValue, conditions: [String]
  )

  /// The conditions under which a value is compiled and a node is not.
  private func conditions(of value: DependencyValue, at node: some SyntaxProtocol) -> [String?] {
    let around = node.ancestors.compactMap { $0.as(IfConfigClauseSyntax.self) }
      .compactMap { $0.condition?.trimmedDescription }
    return value.conditions.filter { $0.map(around.contains) != true }
  }

  /// The values of contexts, the conditions with the outermost first. What is compiled under a
  /// condition that cannot be repeated is left out, with a mark.
  private func contexts(of key: DependencyKeyFact, at node: some SyntaxProtocol) -> [Context] {
    key.contexts.compactMap { modifier, name, value in
      let conditions = conditions(of: value, at: node)
      let known = conditions.compactMap(\.self)
      guard known.count == conditions.count else {
        file.note(
          node,
          "its \(name) is compiled under a condition: add `.\(modifier) { \(key.name).\(name) }` "
            + "with the same `#if`")
        return nil
      }
      return (modifier, name, value, known.reversed())
    }
  }

  // MARK: Keys

  /// Removes the conformance, or the key if its values are in the factory.
  func rewriteKey(_ node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    guard node.conformsToDependencyKey, let clause = node.inheritanceClause else {
      return .visitChildren
    }
    let name =
      node.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
      ?? node.asProtocol((any NamedDeclSyntax).self)?.enclosedName ?? ""
    let id = file.types.identity(of: name)
    let fact = facts.keys[id]
    if facts.isRemovable(id, from: file) {
      let values = fact?.values.values.compactMap { $0.expression?.span } ?? []
      file.removeDeclaration(node, without: values)
      file.count("keys")
      return .skipChildren
    }
    file.removeInherited(from: clause, \.isDependencyKey)
    let own = fact?.values.filter { declares(node, $0.value) } ?? [:]
    for value in own.values where value.isUnimplemented && facts.clients.contains(id) {
      file.note(
        value.variable,
        "remove this value: the trait `.container(.strict)` lets a test fail that needs one")
    }
    if let fact, let live = own["liveValue"], facts.property(id) == nil, facts.isReadByType(id) {
      declareFactory(of: fact, live, facts.name(of: id)!, after: node)
    }
    file.count("keys")
    return .visitChildren
  }

  private func declares(_ group: some DeclGroupSyntax, _ value: DependencyValue) -> Bool {
    value.file === file
      && group.memberBlock.members.flattened.contains {
        $0.decl.id == DeclSyntax(value.variable).id
      }
  }

  /// For a key without a property, which is read by `@Dependency(Key.self)`.
  private func declareFactory(
    of key: DependencyKeyFact, _ live: DependencyValue, _ name: String,
    after node: some DeclGroupSyntax
  ) {
    guard conditions(of: live, at: node).isEmpty else {
      return file.note(
        live.variable, "write `var \(name): Factory<…> { self { … } }` with the same `#if`")
    }
    let inferred = live.expression.flatMap { Inference(types: file.types(at: $0)).type(of: $0) }
    let written = live.type ?? inferred ?? key.name
    let type = written == "Self" ? key.name : written
    let line = file.lineBreak
    let unit = file.indentationUnit
    let contexts = self.contexts(of: key, at: node)
    let modifiers = contexts.map { modifier, value, _, conditions in
      let text = ".\(modifier) { \(key.name).\(value) }"
      if conditions.isEmpty { return text }
      return conditions.map { "\(line)#if \($0)\(line)" }.joined() + text
        + conditions.map { _ in "\(line)#endif\(line)" }.joined()
    }
    let access =
      live.variable.modifiers.first {
        ["public", "package"].contains($0.name.text)
      }.map { $0.name.text + " " } ?? ""
    file.insert(
      "\(line)\(line)extension \(Library.container) {\(line)\(unit)\(access)var \(name): "
        + "\(Library.mark)Factory<\(type)> { self { \(key.name).liveValue }.cached"
        + modifiers.joined() + (contexts.isEmpty ? "" : ".once()") + " }\(line)}", after: node)
    file.count("factories")
    if key.failsTests { askForTestValue(node) }
  }

  /// `@DependencyClient`, a macro that gives each closure a default.
  func noteClient(_ node: StructDeclSyntax) {
    guard let attribute = node.attribute("DependencyClient") else { return }
    file.remove(attribute)
    file.note(
      node,
      "@DependencyClient gave each closure a default and a method with labels: write the "
        + "closures where `\(node.name.text)()` is made, and call them without labels")
  }
}
