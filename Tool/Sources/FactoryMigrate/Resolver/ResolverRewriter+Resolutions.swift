// Factory, MIT licence; see LICENSE
//
// Rewrites `resolve()`, `optional()` and the property wrappers of Resolver.
import SwiftSyntax

extension ResolverRewriter {
  /// `Resolver.resolve()` becomes `Container.shared.x()`, and `self.x()` in a factory's closure.
  func rewriteResolution(_ node: FunctionCallExprSyntax) -> Bool {
    guard let kind = resolutionKind(node) else { return false }
    let expected = node.metatype() ?? contextual.expected(ExprSyntax(node))
    guard let name = node.registrationName(), let expected, !expected.isEmpty,
      !node.isGenericParameter(TypeSpelling.withoutOptional(expected))
    else {
      file.note(
        node, "the type of this resolution cannot be read: write `Container.shared.…()`")
      return true
    }
    let key = RegistrationKey(TypeSpelling.withoutOptional(expected), name)
    let exact = RegistrationKey(expected, name)
    if let argument = node.argument("args")?.expression {
      notePassed(argument, to: registry[exact] ?? registry[key], key, at: node)
      return true
    }
    let factory =
      registry[exact] ?? registry.factory(key, isOptional: kind == "optional", for: file)
    resolve(factory, at: node)
    if kind == "optional", !factory.isOptional, !TypeSpelling.isOptional(factory.type) {
      file.insert("Optional(", before: node)
      file.insert(")", after: node)
    }
    if kind == "resolve", factory.isOptional, !TypeSpelling.isOptional(expected) {
      // Resolver stopped the program too.
      file.insert("!", after: node)
    }
    file.replace(node, with: "\(instance(at: node)).\(factory.name)()")
    file.count("resolutions")
    return true
  }

  /// A resolution with an argument, whose type is not known. It stays as it is.
  private func notePassed(
    _ argument: ExprSyntax, to factory: RegisteredFactory?, _ key: RegistrationKey,
    at node: FunctionCallExprSyntax
  ) {
    if let factory { resolve(factory, at: node) }
    let name = factory?.name ?? TypeSpelling.factoryName(key.type, name: key.name)
    file.note(
      node, "pass the argument to a `ParameterFactory`: `\(instance(at: node)).\(name)(…)`")
    walk(argument)
  }

  private func instance(at node: some SyntaxProtocol) -> String {
    if case .declaration? = facts.around(node)?.1 { return "self" }
    return Library.shared
  }

  /// `resolve` or `optional`, if the call is one of Resolver.
  private func resolutionKind(_ node: FunctionCallExprSyntax) -> String? {
    let kinds = ["resolve", "optional"]
    let labels = node.arguments.map { $0.label?.text }
    guard labels.allSatisfy({ $0 == nil || ["name", "args", "type"].contains($0!) }),
      node.trailingClosure == nil
    else { return nil }
    let callee = node.calledExpression
    if let name = callee.name {
      // Within `extension Resolver`, or the closure's parameter called as a function.
      guard kinds.contains(name), isInResolver(node) else { return nil }
      return name
    }
    guard let access = callee.as(MemberAccessExprSyntax.self), let base = access.base?.path,
      kinds.contains(access.declName.baseName.text)
    else { return nil }
    let isResolver =
      base.first == "Resolver" || base.last == "resolver" || isResolverParameter(base, node)
    return isResolver ? access.declName.baseName.text : nil
  }

  private func isInResolver(_ node: some SyntaxProtocol) -> Bool {
    facts.around(node) != nil || node.isInResolver
  }

  private func isResolverParameter(_ base: [String], _ node: some SyntaxProtocol) -> Bool {
    guard base.count == 1, let (registration, _) = facts.around(node) else {
      return false
    }
    if base[0] == "$0" {
      let closure = node.ancestor(ClosureExprSyntax.self)?.id
      return closure == registration.closure?.id
    }
    return registration.resolver == base[0]
  }

  // MARK: Property wrappers

  /// `@Injected var x: X` becomes `@Injected(\.x) var x: X`.
  func rewriteWrapper(_ node: VariableDeclSyntax) {
    let wrappers = [
      "Injected", "LazyInjected", "WeakLazyInjected", "OptionalInjected", "InjectedObject",
    ]
    guard
      let attribute = node.attributes.lazy.compactMap({ $0.as(AttributeSyntax.self) })
        .first(where: { wrappers.contains($0.attributeName.trimmedDescription) })
    else { return }
    if case .argumentList(let arguments)? = attribute.arguments,
      arguments.contains(where: { $0.label?.text != "name" })
    {
      return file.note(
        node, "a wrapper resolves from `Container.shared`: write the key path, `(\\.…)`")
    }
    guard let name = attribute.registrationName else {
      return file.note(node, "the name cannot be read: write the key path, `(\\.…)`")
    }
    guard let type = node.bindings.first?.typeAnnotation?.type.trimmedDescription else {
      return file.note(node, "the property has no type: write the key path, `(\\.…)`")
    }
    guard !node.isGenericParameter(TypeSpelling.withoutOptional(type)) else {
      return file.note(
        node, "the type is not known here: pass the instance to the initialiser")
    }
    let wrapper = attribute.attributeName.trimmedDescription
    guard wrapper != "OptionalInjected" else {
      return file.note(node, "write `@Injected(\\.…)` with a factory whose product is optional")
    }
    let key = RegistrationKey(TypeSpelling.withoutOptional(type), name)
    let factory =
      registry[RegistrationKey(type, name)] ?? registry.factory(key, for: file)
    registry.resolve(factory, in: file, at: node, for: nil)
    if factory.isOptional, !TypeSpelling.isOptional(type) {
      file.note(node, "`\(factory.name)` is optional: make the property optional")
    }
    file.replace(attribute, with: "@\(wrapper)(\\.\(factory.name))")
    file.count("property wrappers")
  }
}
