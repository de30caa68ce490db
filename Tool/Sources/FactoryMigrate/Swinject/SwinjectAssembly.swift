// Factory, MIT licence; see LICENSE
//
// The functions in which a program of Swinject registers.
import SwiftSyntax

extension CodeBlockItemSyntax {
  /// Whether it is a registration, or `#if` with nothing else.
  fileprivate var registers: Bool {
    if let config = item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self) {
      return config.clauses.allSatisfy { clause in
        guard case .statements(let items)? = clause.elements else { return true }
        return items.allSatisfy(\.registers)
      }
    }
    guard let expression = item.as(ExprSyntax.self), let chain = CallChain(expression) else {
      return false
    }
    return ["register", "autoregister"].contains(chain.first.name)
  }
}

extension FunctionDeclSyntax {
  /// `assemble(container:)` of an `Assembly`.
  var isAssembling: Bool {
    guard name.text == "assemble" else { return false }
    let clause =
      ancestor(ClassDeclSyntax.self)?.inheritanceClause
      ?? ancestor(StructDeclSyntax.self)?.inheritanceClause
      ?? ancestor(ExtensionDeclSyntax.self)?.inheritanceClause
    return clause?.inheritedTypes.contains { $0.type.trimmedDescription.hasSuffix("Assembly") }
      == true
  }

  /// `assemble(container:)` of a type that does nothing but register.
  var isPureAssembly: Bool {
    guard isAssembling, let body,
      let type = ancestors.first(where: { $0.asProtocol((any DeclGroupSyntax).self) != nil }),
      let group = type.asProtocol((any DeclGroupSyntax).self)
    else { return false }
    return body.statements.allSatisfy(\.registers)
      && group.memberBlock.members.allSatisfy {
        $0.decl.id == DeclSyntax(self).id
          || $0.decl.as(InitializerDeclSyntax.self)?.body?.statements.isEmpty == true
      }
  }

  var isInContainer: Bool {
    ancestor(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription == "Container"
  }
}
