// Factory, MIT licence; see LICENSE
//
// Reads closures: how they are used, what they capture, and their parameters.
import SwiftSyntax

extension FactsReader {
  func closure(_ node: ClosureExprSyntax, _ use: ClosureFact.Use) -> Int {
    var fact = ClosureFact(use: use)
    fact.isResult =
      node.parent?.is(CodeBlockItemSyntax.self) ?? false
      || node.parent?.is(ReturnStmtSyntax.self) ?? false
    var parameters: [ParameterFact] = []
    if let signature = node.signature {
      if let attribute = attribute(of: signature, where: { $0 == "MainActor" }) {
        fact.mainActor = place(attribute)
      } else if let attribute = attribute(of: signature, where: Self.isGlobalActor) {
        fact.otherActor = (attribute.attributeName.trimmedDescription, place(attribute))
      }
      fact.captures =
        signature.capture?.items.map { item in
          CaptureFact(
            specifier: item.specifier?.trimmedDescription, name: item.name.plainName,
            place: place(item))
        } ?? []
      parameters = self.parameters(of: signature)
    }
    // What a capture list computes runs before the closure.
    let captures = (node.signature?.capture?.items ?? []).compactMap { item in
      item.initializer.map { (item, $0.value) }
    }
    for (_, value) in captures { walk(Syntax(value)) }
    let region = within(.closure(fact), node, parameters) {
      for (item, value) in captures {
        declare(
          item.name, at: place(item), from: node.statements.position,
          value: chains[value.unwrapped.id],
          binding: item.specifier == nil ? .constant : .unretained)
      }
      walk(Syntax(node.statements))
    }
    fact.value = value(of: node.statements)
    facts.regions[region].kind = .closure(fact)
    return region
  }

  private func parameters(of signature: ClosureSignatureSyntax) -> [ParameterFact] {
    switch signature.parameterClause {
    case .simpleInput(let names):
      names.map { ParameterFact(name: $0.name.plainName, place: place($0)) }
    case .parameterClause(let clause):
      clause.parameters.map {
        ParameterFact(
          name: ($0.secondName ?? $0.firstName).plainName, type: $0.type.map { TypeExpression($0) },
          place: place($0))
      }
    case nil: []
    }
  }

  private func attribute(
    of signature: ClosureSignatureSyntax, where isMatch: (String) -> Bool
  ) -> AttributeSyntax? {
    signature.attributes.compactMap { element -> AttributeSyntax? in
      guard case .attribute(let attribute) = element else { return nil }
      return isMatch(attribute.attributeName.trimmedDescription) ? attribute : nil
    }.first
  }

  /// The attributes of closures that are types are global actors.
  private static func isGlobalActor(_ attribute: String) -> Bool {
    attribute.first?.isUppercase == true && attribute != "Sendable"
  }
}
