// Factory, MIT licence; see LICENSE
//
// Rewrites `container.resolve(P.self)!`.
import SwiftSyntax

extension SwinjectRewriter {
  /// - Parameter all: the expression with what is written after it to unwrap the optional.
  func rewriteResolution(_ expression: ExprSyntax, all: ExprSyntax) -> Bool {
    guard let call = expression.unwrapped.as(FunctionCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      let base = access.base, !facts.locators.contains(base.path?.first ?? "")
    else { return false }
    let isForced = facts.functions[access.declName.baseName.plain] == .forces
    guard isForced || access.declName.baseName.text == "resolve" else { return false }
    guard let type = call.metatype(), !call.isGenericParameter(type) else {
      guard let type = call.arguments.first, type.label == nil, isMetatype(type.expression) else {
        return false
      }
      noteUnknownType(call)
      return true
    }
    guard let name = call.registrationName() else {
      file.note(call, "the name cannot be read: write `\(instance(base)).…()`")
      return true
    }
    guard isContainer(base) else {
      if !isLocator(base) {
        let known = registry[RegistrationKey(type, name)]?.name
        file.note(
          call,
          "whether this is a container is not known: if so, write "
            + "`Container.shared.\(known ?? TypeSpelling.factoryName(type, name: name))()`")
      }
      return false
    }
    noteRemaining(in: base)
    resolve(
      RegistrationKey(type, name), base, call.arguments, all,
      isUnwrapped: isForced || all.id != expression.id)
    return true
  }

  /// Whether the declaration of a property or variable says that it is of a type of the program with
  /// a `resolve` of its own.
  private func isLocator(_ base: ExprSyntax) -> Bool {
    guard let name = base.path?.last else { return false }
    let types = base.enclosingTypes.map { file.types.member(name, of: $0) }
    return (types + [file.types.global(name)]).contains { type in
      type.map { facts.locators.contains(TypeSpelling.withoutOptional($0)) } == true
    }
  }

  /// Marks a resolution by a type that is not known here. What conforms to `Resolver` has a mark
  /// already.
  func noteUnknownType(_ call: FunctionCallExprSyntax) {
    let type = call.ancestor(FunctionDeclSyntax.self)?.enclosingTypes.first?.lastPart
    if let type, facts.wrappers.contains(type) { return }
    file.note(
      call,
      "\(Migration.Note.unknownType): use the properties of the container where this is called")
  }

  /// Whether an expression is `T.self` or the parameter of a function with a type such as `T.Type`.
  private func isMetatype(_ expression: ExprSyntax) -> Bool {
    guard let name = expression.name else {
      return expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "self"
    }
    return expression.ancestor(FunctionDeclSyntax.self)?.signature.parameterClause.parameters
      .contains {
        ($0.secondName ?? $0.firstName).plain == name
          && $0.type.trimmedDescription.hasSuffix(".Type")
      } == true
  }

  /// `r ~> P.self` of SwinjectAutoregistration.
  func noteOperator(_ sequence: SequenceExprSyntax) -> Bool {
    let parts = Array(sequence.elements)
    let operators = parts.indices.filter {
      parts[$0].as(BinaryOperatorExprSyntax.self)?.operator.text == "~>"
    }
    for index in operators { file.note(sequence, "write `\(instance(parts[index - 1])).…()`") }
    return !operators.isEmpty
  }

  private func resolve(
    _ key: RegistrationKey, _ base: ExprSyntax, _ list: LabeledExprListSyntax, _ all: ExprSyntax,
    isUnwrapped: Bool
  ) {
    let factory = registry.factory(key, isOptional: !isUnwrapped, for: file)
    resolve(factory, at: all)
    let values = arguments(list)
    if values.count != factory.parameters.count {
      file.note(
        all,
        "`\(factory.name)` takes \(factory.parameters.count) argument(s): write a factory of "
          + "its own for \(values.count)")
    }
    let wraps = !isUnwrapped && !factory.isOptional && !base.isOptionalChain
    let instance = instance(base)
    // What stands before the name stays, with its comments.
    var start = all.span.lowerBound
    if instance == base.trimmedDescription, let name = base.parent?.as(MemberAccessExprSyntax.self)
    {
      start = name.declName.span.lowerBound
      if wraps { file.insert("Optional(", before: all) }
    }
    let isWhole = start == all.span.lowerBound
    var pieces: [Piece] = [
      .text((isWhole ? (wraps ? "Optional(" : "") + "\(instance)." : "") + "\(factory.name)(")
    ]
    if values.count > 1 { pieces.append(.text("(")) }
    for (index, value) in values.enumerated() {
      if index > 0 { pieces.append(.text(", ")) }
      pieces.append(.source(value.span))
    }
    pieces.append(.text((values.count > 1 ? "))" : ")") + (wraps ? ")" : "")))
    file.edits.replace(start..<all.span.upperBound, with: pieces)
    for value in list.dropFirst() { walk(value.expression) }
    file.count("resolutions")
  }

  /// `argument: a` and `arguments: a, b`.
  private func arguments(_ list: LabeledExprListSyntax) -> [ExprSyntax] {
    var values: [ExprSyntax] = []
    var isArgument = false
    for argument in list {
      switch argument.label?.text {
      case "argument", "arguments": isArgument = true
      case nil: break
      default: isArgument = false
      }
      if isArgument { values.append(argument.expression) }
    }
    return values
  }

  // MARK: Instances

  /// Whether an expression is a container or resolver, as names and declarations tell.
  func isContainer(_ expression: ExprSyntax) -> Bool {
    let expression = expression.unwrapped
    if let forced = expression.as(ForceUnwrapExprSyntax.self) {
      return isContainer(forced.expression)
    }
    if let chained = expression.as(OptionalChainingExprSyntax.self) {
      return isContainer(chained.expression)
    }
    if isAssemblerResolver(expression) || isStaticMember(expression) { return true }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      let access = call.calledExpression.as(MemberAccessExprSyntax.self)
      return call.madeType(in: file) == "Container"
        || access?.declName.baseName.text == "synchronize" && access?.base.map(isContainer) == true
    }
    if let name = expression.name {
      if name == "self" { return expression.isInExtension(of: ["Container", "Resolver"]) }
      if replacement(name, at: expression) != nil { return true }
    }
    guard
      let name = expression.name
        ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName.plain
    else { return false }
    let lowercased = name.lowercased()
    return facts.instances.contains(name) || lowercased.hasSuffix("container")
      || lowercased.hasSuffix("resolver")
  }

  /// `Container.shared`, also if another package declares it.
  private func isStaticMember(_ expression: ExprSyntax) -> Bool {
    guard let path = expression.path, path.count > 1 else { return false }
    let isQualified = path.first == "Swinject"
    return path.dropLast() == (isQualified ? ["Swinject", "Container"] : ["Container"])
      && (isQualified || !file.hasOwn("Container", at: expression))
  }

  /// How the container is named at some place: `self` in a factory's closure.
  func instance(_ base: ExprSyntax) -> String {
    if isAssemblerResolver(base) { return Library.shared }
    if let name = base.name, let replacement = replacement(name, at: base) { return replacement }
    let text = base.trimmedDescription
    let suffix = ".synchronize()"
    return text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
  }

  /// What stands for the parameter of a registration's closure.
  private func replacement(_ name: String, at node: some SyntaxProtocol) -> String? {
    guard let (registration, role) = facts.around(node) else { return nil }
    let isResolver = registration.resolver == name
    // The container itself, of which the closure is a part.
    let isReceiver = registration.chain.receiver?.name == name
    guard isResolver || isReceiver, let closure = node.ancestor(ClosureExprSyntax.self),
      name != "$0" || closure.id == registration.closure?.id
    else { return nil }
    if case .declaration = role { return "self" }
    return registration.chain.receiver.map { receiver in
      isAssemblerResolver(receiver) ? Library.shared : receiver.trimmedDescription
    } ?? "self"
  }

  /// The resolver that is passed on: `X(resolver: r)`.
  func rewriteResolverName(_ node: DeclReferenceExprSyntax) {
    if node.isMemberName { return }
    let expression = ExprSyntax(node)
    guard let replacement = replacement(node.baseName.plain, at: expression),
      replacement != node.baseName.plain
    else { return }
    file.replace(node, with: replacement)
  }

  /// `assembler.resolver`, `Assembler.sharedAssembler.resolver` or
  /// `SwinjectStoryboard.defaultContainer`.
  func isAssemblerResolver(_ expression: ExprSyntax) -> Bool {
    guard let access = expression.as(MemberAccessExprSyntax.self), let base = access.base else {
      return false
    }
    if access.declName.baseName.text == "defaultContainer" {
      return base.name == "SwinjectStoryboard"
    }
    guard access.declName.baseName.text == "resolver" else { return false }
    let text = base.trimmedDescription.split(separator: "(").first.map(String.init) ?? ""
    let name = text.split(separator: ".").last.map { $0.filter { $0 != "!" && $0 != "?" } } ?? ""
    return name.lowercased().contains("assembler") || facts.assemblers.contains(name)
  }
}
