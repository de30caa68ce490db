// Factory, MIT licence; see LICENSE
//
// Reads the expressions of manifests, which are not run: literals, lists, constants and calls.
import SwiftSyntax

/// What an expression of a manifest is.
indirect enum ManifestValue {
  /// A text, and whether an operator puts it together.
  case text(String, isConnected: Bool)
  case list([ManifestValue])
  /// `.target(name: "App")`, `Target.target(…)` or `Project(…)`. The type is empty for the first, and
  /// the function for the last.
  case call(Call)
  /// `.app` or `Product.app`
  case member(type: String, name: String)
  case null
  case unknown

  struct Call {
    var type: String
    var function: String
    var arguments: [(label: String?, value: ManifestValue, syntax: ExprSyntax)]

    func argument(_ label: String) -> ManifestValue? {
      arguments.first { $0.label == label }?.value
    }

    /// Whether it is a function of a type: `.target`, or `Target.target`.
    func isMember(of type: String) -> Bool {
      !function.isEmpty && (self.type.isEmpty || self.type == type)
    }
  }

  var text: String? { if case .text(let text, _) = self { text } else { nil } }
  var call: Call? { if case .call(let call) = self { call } else { nil } }

  /// The elements of a list and of the lists in it, or the value itself; none for `nil`.
  var items: [ManifestValue] {
    switch self {
    case .list(let values): values.flatMap(\.items)
    case .null: []
    default: [self]
    }
  }

  /// The texts of a list; nil if it has something else.
  var texts: [String]? {
    let texts = items.map(\.text)
    return texts.contains { $0 == nil } ? nil : texts.map { $0! }
  }
}

/// The constants of a manifest.
struct ManifestReader {
  private var constants: [String: ExprSyntax] = [:]

  init(_ tree: SourceFileSyntax) {
    var names: [String: Int] = [:]
    for item in tree.statements {
      guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
          continue
        }
        names[name, default: 0] += 1
        if variable.bindingSpecifier.tokenKind == .keyword(.let) {
          constants[name] = binding.initializer?.value
        }
      }
    }
    // A name that is declared twice, as in clauses of `#if`, is none.
    constants = constants.filter { names[$0.key] == 1 }
  }

  /// - Parameter depth: The number of constants that were followed. Those that need each other would
  ///   not end.
  func value(_ expression: ExprSyntax, depth: Int = 0) -> ManifestValue {
    let node = expression.unwrapped
    switch node.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr(let literal): return text(literal, depth)
    case .nilLiteralExpr: return .null
    case .arrayExpr(let array):
      return .list(array.elements.map { value($0.expression, depth: depth) })
    case .declReferenceExpr(let reference):
      guard depth < 16, let constant = constants[reference.baseName.text] else { return .unknown }
      return value(constant, depth: depth + 1)
    case .sequenceExpr(let sequence): return connected(Array(sequence.elements), depth)
    case .memberAccessExpr(let member):
      guard let type = typeName(member.base) else { return .unknown }
      return .member(type: type, name: member.declName.baseName.text)
    case .functionCallExpr(let call):
      let arguments = call.arguments.map {
        ($0.label?.text, value($0.expression, depth: depth), $0.expression)
      }
      if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
        guard let type = typeName(member.base) else { return .unknown }
        return .call(
          .init(type: type, function: member.declName.baseName.text, arguments: arguments))
      }
      guard let type = typeName(call.calledExpression) else { return .unknown }
      return .call(.init(type: type, function: "", arguments: arguments))
    default: return .unknown
    }
  }

  /// The name of a type; empty if there is none.
  private func typeName(_ expression: ExprSyntax?) -> String? {
    guard let expression else { return "" }
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  /// Texts or lists with `+` between them.
  private func connected(_ elements: [ExprSyntax], _ depth: Int) -> ManifestValue {
    var values: [ManifestValue] = []
    for (position, element) in elements.enumerated() {
      if position.isMultiple(of: 2) {
        values.append(value(element, depth: depth))
      } else if element.as(BinaryOperatorExprSyntax.self)?.operator.text != "+" {
        return .unknown
      }
    }
    let texts = values.compactMap(\.text)
    if texts.count == values.count { return .text(texts.joined(), isConnected: true) }
    return texts.isEmpty ? .list(values) : .unknown
  }

  private func text(_ literal: StringLiteralExprSyntax, _ depth: Int) -> ManifestValue {
    if let text = literal.representedLiteralValue { return .text(text, isConnected: false) }
    // Escapes and lines of a literal with several are not read.
    guard literal.openingPounds == nil, literal.openingQuote.tokenKind == .stringQuote else {
      return .unknown
    }
    var text = ""
    for segment in literal.segments {
      switch segment {
      case .stringSegment(let segment):
        if segment.content.text.contains("\\") { return .unknown }
        text += segment.content.text
      case .expressionSegment(let segment):
        guard let only = segment.expressions.first, segment.expressions.count == 1,
          only.label == nil, let value = value(only.expression, depth: depth).text
        else { return .unknown }
        text += value
      }
    }
    return .text(text, isConnected: false)
  }

  /// The texts in an expression, and the names of the targets and products in it, whatever else it has.
  func names(in expression: ExprSyntax?) -> [String] {
    guard let expression else { return [] }
    let visitor = NameVisitor(self)
    visitor.walk(expression)
    return visitor.names
  }

  private final class NameVisitor: SyntaxVisitor {
    var names: [String] = []
    private let reader: ManifestReader

    init(_ reader: ManifestReader) {
      self.reader = reader
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
      if let text = reader.value(ExprSyntax(node)).text { names.append(text) }
      return .skipChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if let call = reader.value(ExprSyntax(node)).call, call.type.isEmpty,
        let name = call.argument("name")?.text
      {
        names.append(name)
      }
      return .skipChildren
    }
  }
}
