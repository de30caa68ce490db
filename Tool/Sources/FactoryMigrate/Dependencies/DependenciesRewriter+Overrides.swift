// Factory, MIT licence; see LICENSE
//
// Rewrites what replaces dependencies: `withDependencies`, `prepareDependencies` and test traits. A
// test failed if it used a dependency without a value for tests, so its container is strict.
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
      file.replace(node.calledExpression, with: "\(Library.shared).with")
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

  /// `Dependency(\.x).wrappedValue` becomes `Injected(\.x).wrappedValue`. What is assigned to the
  /// storage of a property, `_x`, is of the property's wrapper.
  private func rewriteRead(_ node: FunctionCallExprSyntax) -> Bool {
    guard node.arguments.count == 1, let argument = node.arguments.first?.expression,
      let factory = factory(argument)
    else {
      file.note(node, "read the factory: `Container.shared.…()`")
      return false
    }
    let assignment = node.ancestor(SequenceExprSyntax.self)?.assignment
    let isStorage =
      assignment?.values.first?.id == ExprSyntax(node).id
      && assignment?.target.path?.last?.hasPrefix("_") == true
    file.replace(node.calledExpression, with: isStorage ? Self.wrapper : "Injected")
    file.replace(argument, with: "\\.\(factory)")
    file.count("reads")
    return true
  }

  /// The factory of `\.x` or `Key.self`.
  func factory(_ argument: ExprSyntax) -> String? {
    if let path = argument.as(KeyPathExprSyntax.self)?.components.trimmedDescription,
      path.hasPrefix("."), !path.dropFirst().contains(".")
    {
      let name = String(path.dropFirst())
      return facts.property(named: name, in: file) != nil || builtIn.find(name, in: file) != nil
        ? name : nil
    }
    return (argument.metatype?.trimmedDescription).flatMap {
      facts.name(of: file.types(at: argument).identity(of: $0))
    }
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
      with:
        "\(Library.container).$shared.withValue(\(Library.container)(parent: .shared, sharing: .cached).with "
    )
    file.replace(values.span.upperBound..<operation.closure.span.lowerBound, with: ") ")
    rewriteValues(values)
    noteEscaping(node, operation.closure)
    walk(operation.closure)
    file.count("overrides")
    return true
  }

  // MARK: Traits

  /// `.dependencies { $0.x = … }` and `.dependency(\.x, …)`.
  private func rewriteTrait(
    _ node: FunctionCallExprSyntax, _ access: MemberAccessExprSyntax
  ) -> Bool {
    switch access.declName.baseName.text {
    case "dependencies":
      guard node.arguments.isEmpty, let closure = node.trailingClosure else {
        file.note(node, "this trait is one of your own: write `.container(.strict) { … }`")
        return true
      }
      file.replace(access.declName, with: strictContainer(node))
      rewriteValues(closure)
    case "dependency":
      guard rewriteValueTrait(node) else {
        file.note(node, "write `.container(.strict) { $0.….register { … } }`")
        return true
      }
    default: return false
    }
    usesTraits = true
    file.count("test traits")
    return true
  }

  /// `.dependency(\.x, value)`. False if it is not understood.
  private func rewriteValueTrait(_ node: FunctionCallExprSyntax) -> Bool {
    let arguments = Array(node.arguments)
    guard arguments.count == 2,
      let path = arguments[0].expression.as(KeyPathExprSyntax.self)?.components
    else { return false }
    let names = path.compactMap {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.plain
    }
    let value = OverriddenValue(elements: [arguments[1].expression], parameter: "$0")
    if let name = names.first { _ = builtIn.find(name, in: file) }
    guard names.count == path.count, !names.isEmpty,
      let (before, after) = override(names, with: value)
    else { return false }
    file.replace(
      node.span.lowerBound..<value.range.lowerBound,
      with: ".\(strictContainer(node)) { \(before)")
    file.replace(value.range.upperBound..<node.span.upperBound, with: "\(after) }")
    walk(arguments[1].expression)
    return true
  }

  /// `.dependencies` without a closure.
  func rewriteTrait(_ node: MemberAccessExprSyntax) -> Bool {
    guard node.base == nil, node.declName.baseName.text == "dependencies", isTrait(node) else {
      return false
    }
    file.replace(node.declName, with: strictContainer(node))
    usesTraits = true
    file.count("test traits")
    return true
  }

  /// `container(.strict)`, or what takes its place where a strict test would report an override: it
  /// changes a member of the live value, as there is none for tests.
  private func strictContainer(_ node: some SyntaxProtocol) -> String {
    let names = facts.liveInTests(of: file)
    guard !names.isEmpty else { return "container(.strict)" }
    let isVisible = names.allSatisfy { name in
      facts.property(named: name, in: file).map { property in
        property.file.module == file.module
          || file.imports.contains { $0.module == property.file.moduleName }
      } ?? false
    }
    guard isVisible else {
      file.note(
        node,
        "overrides change members of `\(names.joined(separator: "`, `"))`, which have no value for "
          + "tests: give them one, `.onTest { … }`, and write `.container(.strict)`")
      return "container"
    }
    return "container(.strict, allowing: \(names.map { "\\.\($0)" }.joined(separator: ", ")))"
  }

  private func isTrait(_ node: some SyntaxProtocol) -> Bool {
    guard let attribute = node.ancestor(AttributeSyntax.self) else { return false }
    return ["Test", "Suite"].contains(attribute.attributeName.trimmedDescription)
  }
}
