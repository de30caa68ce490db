// Factory, MIT licence; see LICENSE
//
// Rewrites keys, `DependencyValues` and `@Dependency`.
import SwiftSyntax

extension DependenciesRewriter {
  /// `extension DependencyValues` becomes `extension Container`.
  func rewriteValues(_ node: ExtensionDeclSyntax) {
    file.replace(node.extendedType, with: "Container")
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
    guard let binding = property.variable.bindings.first else { return }
    guard let key = facts.keys[property.key] else {
      return file.note(
        property.variable,
        "nothing in these files declares `\(property.key)`: write "
          + "`var \(property.name): Factory<\(property.type)> { self { … }.cached }`")
    }
    let isInlined = property.isEntry || facts.isRemovable(property.key, from: file)
    let values = key.values.filter { name, value in
      name == "liveValue" || value.isUnimplemented || key.contexts.contains { $0.name == name }
    }
    let isLong = isInlined && values.contains { file.isMultiline($0.value.expression!.span) }
    let outer = file.indentation(at: property.variable.span.lowerBound)
    let unit = file.indentationUnit
    let isBroken =
      isLong || values.count > 1 || key.values["liveValue"] == nil && !key.contexts.isEmpty
    let line = isBroken ? file.lineBreak + outer + unit : " "
    var pieces: [Piece] = [.text("{" + line)]
    pieces += live(key, property, isInlined, line + (isLong ? unit : ""), line)
    if key.values["testValue"]?.isUnimplemented == true {
      file.note(
        property.variable,
        "testValue let a test fail that used it: the trait `.container(.strict)` does so now")
    }
    if key.failsTests { noteMissingTestValue(property.variable) }
    if key.values.values.contains(where: \.isOnMainActor) {
      file.note(
        property.variable,
        "its value is isolated to the main actor: make it a `MainActorFactory<\(property.type)>`")
    }
    for (modifier, name, value) in key.contexts {
      let inner = isLong ? line + unit + unit : " "
      pieces.append(.text(line + unit + ".\(modifier) {" + inner))
      pieces.append(source(name, value, property.key, isInlined, isLong ? 3 : 0))
      pieces.append(.text((isLong ? line + unit : " ") + "}"))
    }
    if !key.contexts.isEmpty { pieces.append(.text(line + unit + ".once()")) }
    pieces.append(.text(isBroken ? file.lineBreak + outer + "}" : " }"))
    if let block = binding.accessorBlock, let type = binding.typeAnnotation?.type {
      file.replace(type, with: "Factory<\(property.type)>")
      file.edits.replace(block.span, with: pieces)
    } else {
      let head = binding.pattern.span.upperBound..<binding.span.upperBound
      file.edits.replace(head, with: [.text(": Factory<\(property.type)> ")] + pieces)
    }
    if let entry = property.variable.attribute("DependencyEntry") { file.remove(entry) }
    file.count("factories")
  }

  private func live(
    _ key: DependencyKeyFact, _ property: DependencyProperty, _ isInlined: Bool, _ inner: String,
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
          + "`Container.shared.\(property.name).register { \(property.key).liveValue }`")
      return [.text("required().cached")]
    }
    let isLong = inner != line || (isInlined && file.isMultiline(value.expression!.span))
    guard isLong else {
      return [
        .text("self { "), source("liveValue", value, property.key, isInlined, 0),
        .text(" }.cached"),
      ]
    }
    return [
      .text("self {" + inner), source("liveValue", value, property.key, isInlined, 2),
      .text(line + "}.cached"),
    ]
  }

  /// The value's expression, or its name.
  private func source(
    _ name: String, _ value: DependencyValue, _ key: String, _ isInlined: Bool, _ depth: Int
  ) -> Piece {
    guard isInlined, let expression = value.expression else { return .text("\(key).\(name)") }
    // From the key's member into the closure.
    let unit = file.indentationUnit
    let outer =
      facts.property(key).map { file.indentation(at: $0.variable.span.lowerBound) } ?? ""
    let target = outer + String(repeating: unit, count: max(depth, 1))
    let width = target.utf8.count - file.indentation(at: expression.span.lowerBound).utf8.count
    if width > 0 { file.indent(expression.span, by: String(target.suffix(width))) }
    walk(expression)
    return .source(expression.span)
  }

  private func noteMissingTestValue(_ node: some SyntaxProtocol) {
    guard builtIn.hasTests else { return }
    file.note(
      node,
      "without a testValue, a test failed that used it: the trait `.container(.strict)` lets it "
        + "fail now")
  }

  // MARK: Keys

  /// Removes the conformance, or the key if its values are in the factory.
  func rewriteKey(_ node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
    guard node.conformsToDependencyKey, let clause = node.inheritanceClause else {
      return .visitChildren
    }
    let name =
      node.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
      ?? node.asProtocol((any NamedDeclSyntax).self)?.name.plain ?? ""
    if facts.isRemovable(name, from: file) {
      let values = facts.keys[name]?.values.values.compactMap { $0.expression?.span } ?? []
      file.removeDeclaration(node, without: values)
      file.count("keys")
      return .skipChildren
    }
    file.removeInherited(from: clause, \.isDependencyKey)
    for (_, value) in facts.keys[name]?.values ?? [:]
    where value.isUnimplemented && value.file === file
      && node.memberBlock.members.contains(where: { $0.decl.id == DeclSyntax(value.variable).id })
      && facts.clients.contains(name)
    {
      file.note(
        value.variable,
        "remove this value: the trait `.container(.strict)` lets a test fail that needs one")
    }
    if facts.property(name) == nil, facts.keys[name]?.values["liveValue"]?.file === file,
      facts.isReadByType(name)
    {
      declareFactory(of: name, after: node)
    }
    file.count("keys")
    return .visitChildren
  }

  /// For a key without a property, which is read by `@Dependency(Key.self)`.
  private func declareFactory(of key: String, after node: some DeclGroupSyntax) {
    guard let name = facts.name(of: key), let value = facts.keys[key]?.values["liveValue"],
      node.memberBlock.members.contains(where: { $0.decl.id == DeclSyntax(value.variable).id })
    else { return }
    let type =
      value.type.map { $0 == "Self" ? key : $0 } ?? Inference(types: TypeTable([]))
      .type(of: value.expression ?? ExprSyntax(NilLiteralExprSyntax())).map {
        $0 == "Self" ? key : $0
      } ?? key
    let line = file.lineBreak
    let contexts = facts.keys[key]?.contexts ?? []
    let modifiers =
      contexts.map { ".\($0.modifier) { \(key).\($0.name) }" }
      + (contexts.isEmpty ? [] : [".once()"])
    let access =
      value.variable.modifiers.first {
        ["public", "package"].contains($0.name.text)
      }.map { $0.name.text + " " } ?? ""
    let text =
      "\(line)\(line)extension Container {\(line)\(file.indentationUnit)\(access)var \(name): Factory<\(type)> "
      + "{ self { \(key).liveValue }.cached\(modifiers.joined()) }\(line)}"
    file.insert(text, after: node)
    file.count("factories")
    if facts.keys[key]?.failsTests == true { noteMissingTestValue(node) }
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

  // MARK: Property wrappers

  /// What replaces `@Dependency`: each read gets the value that overrides of the moment give, also in
  /// an instance that several operations use, and in a static property.
  static let wrapper = "DynamicInjected"

  /// `@Dependency(\.x) var x` becomes `@DynamicInjected(\.x) var x`.
  func rewriteWrapper(_ node: VariableDeclSyntax) {
    guard let attribute = node.attribute("Dependency"),
      case .argumentList(let arguments)? = attribute.arguments,
      let argument = arguments.first?.expression
    else { return }
    let name = node.bindings.first?.pattern.trimmedDescription ?? ""
    let isLocal = node.parent?.is(CodeBlockItemSyntax.self) == true
    if let path = argument.as(KeyPathExprSyntax.self) {
      let parts = path.components.trimmedDescription.split(separator: ".").map(String.init)
      guard parts != ["self"] else {
        return file.note(node, "there is no value of all dependencies: use `Container.shared`")
      }
      guard parts.count == 1 else {
        // The mark says to use it, which is a use.
        let found = builtIn.find(parts[0], in: file)
        if isLocal, let value = value(of: parts, found),
          let type = node.bindings.first?.typeAnnotation?.type.trimmedDescription
            ?? type(of: parts, found)
        {
          return read(node, attribute, value, type)
        }
        let rest =
          found?.isFunction == true
          ? "write `\(parts[0])()` for `\(name)`" : "read the rest from it"
        return file.note(
          node, "a key path names one factory: inject `\\.\(parts[0])`, and \(rest)")
      }
      if facts.property(named: parts[0]) == nil {
        guard let found = builtIn.find(parts[0], in: file) else {
          file.replace(attribute.attributeName, with: Self.wrapper)
          return file.note(
            node,
            "nothing in these files declares `\(parts[0])`: write "
              + "`var \(parts[0]): Factory<…> { self { … }.cached }` in `extension Container`")
        }
        if found.isFunction { generators.insert(name) }
      }
      file.replace(attribute.attributeName, with: Self.wrapper)
    } else if let key = argument.metatype?.trimmedDescription,
      let factory = facts.name(of: key)
    {
      file.replace(attribute.attributeName, with: Self.wrapper)
      file.replace(argument, with: "\\.\(factory)")
    } else {
      return file.note(node, "write the key path of a factory: `@\(Self.wrapper)(\\.…)`")
    }
    file.count("property wrappers")
  }

  /// The expression for a part of a dependency; nil if nothing declares it.
  private func value(of path: [String], _ found: BuiltInDependencies.BuiltIn?) -> String? {
    let factory = "Container.shared.\(path[0])()"
    if found?.isFunction == true { return path[1...] == ["now"] ? factory + "()" : nil }
    guard found != nil || facts.property(named: path[0]) != nil else { return nil }
    return factory + path.dropFirst().map { ".\($0)" }.joined()
  }

  /// The type of a part of a dependency; nil if no declaration tells.
  private func type(of path: [String], _ found: BuiltInDependencies.BuiltIn?) -> String? {
    if found?.isFunction == true { return path == ["date", "now"] ? "Date" : nil }
    guard path.count == 2, let property = facts.property(named: path[0]),
      let facts = builtIn.types[property.type], let type = facts.members[path[1]] ?? nil,
      facts.generics.isEmpty
    else { return nil }
    let outside = facts.outside(type)
    return outside.isEmpty ? nil : outside
  }

  /// `@Dependency(\.x.y) var y` of a function becomes `var y: Y { Container.shared.x().y }`: each
  /// read asked the dependency.
  private func read(
    _ node: VariableDeclSyntax, _ attribute: AttributeSyntax, _ value: String, _ type: String
  ) {
    guard let binding = node.bindings.first else { return }
    file.remove(attribute)
    let head = binding.typeAnnotation == nil ? ": \(type)" : ""
    file.insert("\(head) { \(value) }", after: binding)
    file.count("resolutions")
  }
}
