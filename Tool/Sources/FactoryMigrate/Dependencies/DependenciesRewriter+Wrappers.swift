// Factory, MIT licence; see LICENSE
//
// Rewrites `@Dependency`.
import SwiftSyntax

extension DependenciesRewriter {
  /// What replaces `@Dependency`: each read gets the value that overrides of the moment give, also in
  /// an instance that several operations use, and in a static property.
  static let wrapper = "DynamicInjected"

  /// `@Dependency(\.x) var x` becomes `@DynamicInjected(\.x) var x`.
  func rewriteWrapper(_ node: VariableDeclSyntax) {
    guard let attribute = node.attribute("Dependency"),
      case .argumentList(let arguments)? = attribute.arguments,
      let argument = arguments.first?.expression
    else { return }
    if let path = argument.as(KeyPathExprSyntax.self) {
      let parts = path.components.trimmedDescription.split(separator: ".").map(String.init)
      guard parts != ["self"] else {
        return file.note(node, "there is no value of all dependencies: use `Container.shared`")
      }
      guard parts.count == 1 else { return rewritePart(node, attribute, parts) }
      rewriteName(parts[0], of: node)
    } else if let key = argument.metatype?.trimmedDescription,
      let factory = facts.name(of: file.types(at: node).identity(of: key))
    {
      file.replace(argument, with: "\\.\(factory)")
    } else {
      return file.note(node, "write the key path of a factory: `@\(Self.wrapper)(\\.…)`")
    }
    file.replace(attribute.attributeName, with: Library.mark + Self.wrapper)
    file.count("property wrappers")
  }

  private func rewriteName(_ name: String, of node: VariableDeclSyntax) {
    if facts.property(named: name, in: file) != nil { return }
    guard let found = builtIn.find(name, in: file) else {
      return file.program.ask(
        "nothing in these files declares `\(name)`: write "
          + "`var \(name): Factory<…> { self { … }.cached }` in `extension Container`",
        in: file, at: node)
    }
    if found.isFunction, let variable = node.bindings.first?.name { generators.insert(variable) }
  }

  /// `@Dependency(\.x.y) var y`.
  private func rewritePart(
    _ node: VariableDeclSyntax, _ attribute: AttributeSyntax, _ parts: [String]
  ) {
    // The mark says to use it, which is a use.
    let found = builtIn.find(parts[0], in: file)
    if node.parent?.is(CodeBlockItemSyntax.self) == true, let value = value(of: parts, found),
      let type = node.bindings.first?.typeAnnotation?.type.trimmedDescription
        ?? type(of: parts, found)
    {
      return read(node, attribute, value, type)
    }
    let name = node.bindings.first?.pattern.trimmedDescription ?? ""
    let rest =
      found?.isFunction == true ? "write `\(parts[0])()` for `\(name)`" : "read the rest from it"
    file.note(node, "a key path names one factory: inject `\\.\(parts[0])`, and \(rest)")
  }

  /// The expression for a part of a dependency; nil if nothing declares it.
  private func value(of path: [String], _ found: BuiltInDependencies.BuiltIn?) -> String? {
    let factory = "\(Library.shared).\(path[0])()"
    if found?.isFunction == true { return path[1...] == ["now"] ? factory + "()" : nil }
    guard found != nil || facts.property(named: path[0], in: file) != nil else { return nil }
    return factory + path.dropFirst().map { ".\($0)" }.joined()
  }

  /// The type of a part of a dependency; nil if no declaration tells.
  private func type(of path: [String], _ found: BuiltInDependencies.BuiltIn?) -> String? {
    if found?.isFunction == true { return path == ["date", "now"] ? "Date" : nil }
    guard path.count == 2, let property = facts.property(named: path[0], in: file) else {
      return nil
    }
    return property.file.types(at: property.variable).member(path[1], of: property.type)
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
