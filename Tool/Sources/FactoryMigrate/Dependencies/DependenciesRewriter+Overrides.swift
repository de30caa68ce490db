// Factory, MIT licence; see LICENSE
//
// Rewrites what replaces dependencies: `withDependencies`, `prepareDependencies` and test traits.
import SwiftSyntax

extension DependenciesRewriter {
  func rewriteCall(_ node: FunctionCallExprSyntax) -> Bool {
    switch node.calledExpression.name {
    case "Dependency":
      return rewriteRead(node)
    case "withEscapedDependencies":
      file.note(
        node,
        "keep the container instead, and use it later: `let container = Container.shared`, "
          + "`Container.$shared.withValue(container) { … }`")
      return false
    case "withDependencies": return rewriteOperation(node)
    case "prepareDependencies":
      guard let closure = node.trailingClosure else { return false }
      file.replace(node.calledExpression, with: "Container.shared.with")
      rewriteValues(closure)
      file.count("overrides")
      return true
    default: break
    }
    guard let access = node.calledExpression.as(MemberAccessExprSyntax.self), access.base == nil,
      isTrait(node)
    else { return false }
    return rewriteTrait(node, access)
  }

  /// `Dependency(\.x).wrappedValue` becomes `Injected(\.x).wrappedValue`.
  private func rewriteRead(_ node: FunctionCallExprSyntax) -> Bool {
    guard node.arguments.count == 1, let argument = node.arguments.first?.expression,
      let factory = factory(argument)
    else {
      file.note(node, "read the factory: `Container.shared.…()`")
      return false
    }
    file.replace(node.calledExpression, with: "Injected")
    file.replace(argument, with: "\\.\(factory)")
    file.count("reads")
    return true
  }

  /// The factory of `\.x` or `Key.self`.
  private func factory(_ argument: ExprSyntax) -> String? {
    if let path = argument.as(KeyPathExprSyntax.self)?.components.trimmedDescription,
      path.hasPrefix("."), !path.dropFirst().contains(".")
    {
      let name = String(path.dropFirst())
      return facts.property(named: name) != nil || builtIn.find(name, in: file) != nil
        ? name : nil
    }
    guard let access = argument.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "self", let key = access.base?.trimmedDescription
    else { return nil }
    return facts.name(of: key)
  }

  /// `withDependencies { … } operation: { … }` becomes `Container.$shared.withValue(…) { … }`.
  private func rewriteOperation(_ node: FunctionCallExprSyntax) -> Bool {
    guard let values = node.trailingClosure, node.arguments.isEmpty,
      let operation = node.additionalTrailingClosures.first,
      node.additionalTrailingClosures.count == 1, operation.label.text == "operation"
    else {
      file.note(
        node,
        "write `Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with "
          + "{ … }) { … }`; tasks and `@Injected` within get their dependencies from that container"
      )
      return false
    }
    file.replace(
      node.calledExpression.span.lowerBound..<values.span.lowerBound,
      with: "Container.$shared.withValue(Container(parent: .shared, sharing: .cached).with ")
    file.replace(values.span.upperBound..<operation.closure.span.lowerBound, with: ") ")
    rewriteValues(values)
    walk(operation.closure)
    file.count("overrides")
    return true
  }

  // MARK: Values

  /// The assignments of a closure that gets the dependencies.
  private func rewriteValues(_ closure: ClosureExprSyntax) {
    let parameter = closure.parameterNames.first ?? "$0"
    for item in closure.statements {
      if let sequence = item.item.as(SequenceExprSyntax.self), assign(sequence, parameter) {
        continue
      }
      let isUse = item.tokens(viewMode: .sourceAccurate).contains { $0.text == parameter }
      if isUse {
        file.note(item, "this gets a container: write `\(parameter).….register { … }`")
      } else {
        walk(item)
      }
    }
    if case .parameterClause(let clause)? = closure.signature?.parameterClause {
      for parameter in clause.parameters {
        if let type = parameter.type { file.replace(type, with: "Container") }
      }
    }
  }

  /// `$0.x = value` becomes `$0.x.register { value }`.
  private func assign(_ sequence: SequenceExprSyntax, _ parameter: String) -> Bool {
    let parts = Array(sequence.elements)
    guard parts.count >= 3, parts[1].is(AssignmentExprSyntax.self) else { return false }
    let value = parts[2].span.lowerBound..<sequence.span.upperBound
    let head = sequence.span.lowerBound..<value.lowerBound
    if parts[2...].contains(where: \.isEffectful) {
      // Above the call, where the compiler reports that its closure throws.
      let call = sequence.ancestor(FunctionCallExprSyntax.self).map { Syntax($0) }
      file.note(
        call ?? Syntax(sequence),
        "a registration can neither throw nor wait: evaluate the value before, and write "
          + "`\(parameter).….register { … }`")
      return true
    }
    defer { for part in parts.dropFirst(2) { walk(part) } }
    if let name = subscripted(parts[0], parameter) {
      file.replace(head, with: "\(parameter).\(name).\(override(name)) { ")
      file.edits.insert(" }", at: value.upperBound, side: .before)
      return true
    }
    guard let path = parts[0].path, path.count >= 2, path[0] == parameter else { return false }
    let name = path[1]
    if facts.property(named: name) == nil, builtIn.find(name, in: file) == nil {
      file.note(sequence, "nothing in these files declares `\(name)`")
    }
    if path.count == 2 {
      let text = file.text(value)
      // `.constant(…)` and `.incrementing` of the dates and UUIDs of swift-dependencies.
      if facts.property(named: name) == nil, BuiltInDependencies.all[name]?.isFunction == true {
        assignGenerator(sequence, head, value, text, name, parameter)
      } else {
        file.replace(head, with: "\(parameter).\(name).\(override(name)) { ")
        file.edits.insert(" }", at: value.upperBound, side: .before)
      }
    } else if name == "date", path[2] == "now" {
      file.replace(head, with: "\(parameter).date.register { { ")
      file.edits.insert(" } }", at: value.upperBound, side: .before)
    } else {
      let rest = path.dropFirst(2).joined(separator: ".")
      file.replace(head, with: "\(parameter).\(name).wrap { var \(name) = $0; \(name).\(rest) = ")
      file.edits.insert("; return \(name) }", at: value.upperBound, side: .before)
    }
    file.count("overridden values")
    return true
  }

  /// `date = .constant(d)` and `uuid = .incrementing`.
  private func assignGenerator(
    _ sequence: SequenceExprSyntax, _ head: Range<Int>, _ value: Range<Int>, _ text: String,
    _ name: String, _ parameter: String
  ) {
    if text.hasPrefix(".constant("), text.hasSuffix(")") {
      let inner = value.lowerBound + ".constant(".utf8.count..<value.upperBound - 1
      file.replace(head.lowerBound..<inner.lowerBound, with: "\(parameter).\(name).register { { ")
      file.replace(inner.upperBound..<value.upperBound, with: " } }")
    } else if text.hasPrefix(".") {
      file.note(
        sequence, "register a function: `\(parameter).\(name).register { { … } }`")
    } else {
      file.replace(head, with: "\(parameter).\(name).register { ")
      file.edits.insert(" }", at: value.upperBound, side: .before)
    }
  }

  /// The factory of `$0[Key.self]`.
  private func subscripted(_ expression: ExprSyntax, _ parameter: String) -> String? {
    guard let call = expression.as(SubscriptCallExprSyntax.self),
      call.calledExpression.name == parameter, let argument = call.arguments.first?.expression
    else { return nil }
    return factory(argument)
  }

  /// A context precedes a registration, so the contexts of a factory that has one are removed
  /// first. An override applied everywhere: live, in tests and in previews.
  private func override(_ name: String) -> String {
    facts.key(of: name)?.contexts.isEmpty == false ? "reset(.context).register" : "register"
  }

  // MARK: Traits

  /// `.dependencies { $0.x = … }` and `.dependency(\.x, …)`.
  private func rewriteTrait(
    _ node: FunctionCallExprSyntax, _ access: MemberAccessExprSyntax
  ) -> Bool {
    switch access.declName.baseName.text {
    case "dependencies":
      guard let closure = node.trailingClosure else { return false }
      file.replace(access.declName, with: "container")
      rewriteValues(closure)
    case "dependency":
      let arguments = Array(node.arguments)
      guard arguments.count == 2,
        let path = arguments[0].expression.as(KeyPathExprSyntax.self)?.components
          .trimmedDescription.split(separator: "."), path.count == 1
      else {
        file.note(node, "write `.container { $0.….register { … } }`")
        return true
      }
      let name = String(path[0])
      let value = arguments[1].expression
      if facts.property(named: name) == nil, BuiltInDependencies.all[name]?.isFunction == true {
        file.note(
          node, "write `.container { $0.\(name).register { { … } } }`: `\(name)` is a function")
        _ = builtIn.find(name, in: file)
        return true
      }
      _ = builtIn.find(name, in: file)
      let head = node.span.lowerBound..<value.span.lowerBound
      file.replace(head, with: ".container { $0.\(name).\(override(name)) { ")
      file.replace(value.span.upperBound..<node.span.upperBound, with: " } }")
      walk(value)
    default: return false
    }
    usesTraits = true
    file.count("test traits")
    return true
  }

  /// `.dependencies` without a closure.
  func rewriteTrait(_ node: MemberAccessExprSyntax) -> Bool {
    guard node.base == nil, node.declName.baseName.text == "dependencies", isTrait(node) else {
      return false
    }
    file.replace(node.declName, with: "container")
    usesTraits = true
    file.count("test traits")
    return true
  }

  private func isTrait(_ node: some SyntaxProtocol) -> Bool {
    guard let attribute = node.ancestor(AttributeSyntax.self) else { return false }
    return ["Test", "Suite"].contains(attribute.attributeName.trimmedDescription)
  }
}
