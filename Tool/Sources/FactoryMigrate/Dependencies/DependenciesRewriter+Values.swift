// Factory, MIT licence; see LICENSE
//
// Rewrites the assignments of a closure that gets the dependency values.
import SwiftSyntax

extension DependenciesRewriter {
  func rewriteValues(_ closure: ClosureExprSyntax) {
    let parameter = closure.parameterNames.first ?? "$0"
    for item in closure.statements {
      if let sequence = item.item.as(SequenceExprSyntax.self), assign(sequence, parameter) {
        continue
      }
      if item.isEffectful {
        let call = item.ancestor(FunctionCallExprSyntax.self).map { Syntax($0) }
        file.note(
          call ?? Syntax(item),
          "this closure can neither throw nor wait: move what does before the call")
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
        if let type = parameter.type { file.replace(type, with: Library.container) }
      }
    }
  }

  /// `$0.x = value` becomes `$0.x.register { value }`. False if it is not understood.
  private func assign(_ sequence: SequenceExprSyntax, _ parameter: String) -> Bool {
    guard let (target, values) = sequence.assignment else { return false }
    let value = OverriddenValue(elements: values, parameter: parameter)
    if value.elements.contains(where: \.isEffectful) {
      // Above the call, where the compiler reports that its closure throws.
      let call = sequence.ancestor(FunctionCallExprSyntax.self).map { Syntax($0) }
      file.note(
        call ?? Syntax(sequence),
        "a registration can neither throw nor wait: evaluate the value before, and write "
          + "`\(parameter).….register { … }`")
      return true
    }
    let names: [String]
    if let name = subscripted(target, parameter) {
      names = [name]
    } else if let path = target.path, path.count >= 2, path[0] == parameter {
      names = Array(path.dropFirst())
      if facts.property(named: names[0], in: file) == nil, builtIn.find(names[0], in: file) == nil {
        file.program.ask(
          "nothing in these files declares `\(names[0])`", in: file, at: sequence)
      }
    } else {
      return false
    }
    guard let (before, after) = override(names, with: value) else {
      file.note(
        sequence,
        BuiltInDependencies.isFunction(names[0]) && facts.property(named: names[0], in: file) == nil
          ? "register a function: `\(parameter).\(names[0]).register { { … } }`"
          : "this gets a container: write `\(parameter).\(names[0]).register { … }`")
      return true
    }
    file.replace(sequence.span.lowerBound..<value.range.lowerBound, with: before)
    file.edits.insert(after, at: value.range.upperBound, side: .before)
    for element in value.elements { walk(element) }
    file.count("overridden values")
    return true
  }

  /// The factory of `$0[Key.self]`.
  private func subscripted(_ expression: ExprSyntax, _ parameter: String) -> String? {
    guard let call = expression.as(SubscriptCallExprSyntax.self),
      call.calledExpression.name == parameter, let argument = call.arguments.first?.expression
    else { return nil }
    return factory(argument)
  }

  // MARK: One value

  /// What stands before and after a value that replaces a dependency, or a part of it; nil if the
  /// value is not understood.
  ///
  /// The value was evaluated once. A closure evaluates it once as well, if the factory caches it.
  /// What would be another value then, such as the time, is captured.
  func override(
    _ names: [String], with value: OverriddenValue
  ) -> (before: String, after: String)? {
    let name = names[0]
    let target = "\(value.parameter).\(name)"
    guard !value.usesValuesOtherwise else { return nil }
    if facts.property(named: name, in: file) == nil, BuiltInDependencies.isFunction(name) {
      return generator(names, target, value)
    }
    let isCaptured = !value.reads.isEmpty || value.isMomentary
    // `.now`, whose type nothing tells in a list of captures.
    if isCaptured, value.startsWithDot { return nil }
    callReads(of: value)
    guard names.count > 1 else {
      let register = "\(target).\(override(name)) "
      return isCaptured
        ? (register + "{ [\(name) = ", "] in \(name) }") : (register + "{ ", " }")
    }
    let member = names.dropFirst().joined(separator: ".")
    let last = names.last!
    return isCaptured
      ? (
        "\(target).wrap { [\(last) = ",
        "] in var \(name) = $0; \(name).\(member) = \(last); return \(name) }"
      )
      : (
        "\(target).wrap { var \(name) = $0; \(name).\(member) = ", "; return \(name) }"
      )
  }

  /// `$0.date = .constant(d)`, `$0.date.now = d` and `$0.date = DateGenerator { d }`.
  private func generator(
    _ names: [String], _ target: String, _ value: OverriddenValue
  ) -> (before: String, after: String)? {
    let name = names[0]
    var result: OverriddenValue
    if names.count == 2, name == "date", names[1] == "now" {
      result = value
    } else if names.count == 1, value.elements.count == 1,
      let call = value.elements[0].as(FunctionCallExprSyntax.self)
    {
      if let closure = call.generatorClosure {
        // It is called for each value.
        rewritten.insert(call.calledExpression.id)
        file.replace(value.range.lowerBound..<closure.span.lowerBound, with: "")
        return ("\(target).register { ", " }")
      }
      guard let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        access.declName.baseName.text == "constant", call.arguments.count == 1,
        access.base?.name.map({ BuiltInDependencies.type(ofGenerator: $0) != nil }) ?? true
      else { return nil }
      if let base = access.base { rewritten.insert(base.id) }
      let argument = call.arguments.first!.expression
      result = OverriddenValue(elements: [argument], parameter: value.parameter)
      file.replace(value.range.lowerBound..<argument.span.lowerBound, with: "")
      file.replace(argument.span.upperBound..<value.range.upperBound, with: "")
    } else if names.count == 1, value.elements.count == 1,
      value.elements[0].is(ClosureExprSyntax.self)
    {
      return ("\(target).register { ", " }")
    } else {
      return nil
    }
    callReads(of: result)
    if result.isConstant { return ("\(target).register { { ", " } }") }
    let type = result.startsWithDot ? (name == "date" ? "Date" : "UUID") : ""
    return ("\(target).register { [\(name) = \(type)", "] in { \(name) } }")
  }

  /// `$0.y` becomes `$0.y()`, and `$0.date.now` becomes `$0.date()()`.
  private func callReads(of value: OverriddenValue) {
    for read in value.reads {
      let name = read.declName.baseName.plain
      file.insert("()", after: read)
      guard facts.property(named: name, in: file) == nil,
        builtIn.find(name, in: file)?.isFunction == true,
        let outer = read.parent?.as(MemberAccessExprSyntax.self),
        outer.declName.baseName.text == "now"
      else { continue }
      file.replace(read.span.upperBound..<outer.span.upperBound, with: "()")
    }
  }

  /// A context precedes a registration, so the contexts of a factory that has one are removed
  /// first. An override applied everywhere: live, in tests and in previews.
  private func override(_ name: String) -> String {
    facts.key(of: name, in: file)?.contexts.isEmpty == false
      ? "reset(.context).register" : "register"
  }
}

extension OverriddenValue {
  /// Whether it is `.x`, whose type the context tells.
  fileprivate var startsWithDot: Bool {
    elements[0].firstToken(viewMode: .sourceAccurate)?.tokenKind == .period
  }
}

extension FunctionCallExprSyntax {
  /// The closure of `DateGenerator { … }` and `UUIDGenerator { … }`.
  fileprivate var generatorClosure: ClosureExprSyntax? {
    guard let name = calledExpression.name, arguments.isEmpty,
      BuiltInDependencies.type(ofGenerator: name) != nil
    else { return nil }
    return trailingClosure
  }

  /// Whether it is all that a function or closure consists of, so that it is what that returns.
  var isOnlyResult: Bool {
    guard let list = parent?.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
      return false
    }
    if let function = list.parent?.parent?.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    return list.parent?.is(AccessorBlockSyntax.self) == true
      || list.parent?.is(ClosureExprSyntax.self) == true
  }
}
