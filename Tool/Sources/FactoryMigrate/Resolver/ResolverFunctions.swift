// Factory, MIT licence; see LICENSE
//
// Turns `extension Resolver` and its functions into an extension of `Container`.
import SwiftSyntax

struct ResolverFunctions {
  let rewriter: ResolverRewriter
  private var file: ParsedFile { rewriter.file }
  private var facts: ResolverFacts { rewriter.facts }
  private var mover: StatementMover { rewriter.mover }

  func run() {
    var removed: Set<SyntaxIdentifier> = []
    var automatic: Set<SyntaxIdentifier> = []
    for function in file.registrationFunctions(facts) {
      if facts.functions[function.name.plain] == true {
        mover.separate(function)
        rewriteHead(function)
        if function.name.plain == "registerAllServices",
          let type = function.ancestor(ExtensionDeclSyntax.self)
        {
          automatic.insert(type.id)
        }
      } else if !mover.unwrap(function) {
        removed.insert(function.id)
      }
    }
    for type in file.extensions(of: "Resolver") {
      rewrite(type, removed, isAutomatic: automatic.contains(type.id))
    }
    rewriter.hoist()
  }

  // MARK: Functions

  private func rewriteHead(_ function: FunctionDeclSyntax) {
    let isAutomatic = function.name.plain == "registerAllServices"
    let access = function.modifiers.first {
      ["public", "internal", "private", "fileprivate"].contains($0.name.text)
    }
    if let modifier = function.modifier(.static) ?? function.modifier(.class) {
      if isAutomatic, access?.name.text != "public" {
        file.replace(modifier.name, with: "public")
      } else {
        file.remove(modifier)
      }
    }
    if isAutomatic { file.replace(function.name, with: "autoRegister") }
  }

  // MARK: Extensions

  private func rewrite(
    _ type: ExtensionDeclSyntax, _ removed: Set<SyntaxIdentifier>, isAutomatic: Bool
  ) {
    let members = type.memberBlock.members
    if !members.isEmpty, members.allSatisfy({ removed.contains($0.decl.id) }) {
      return file.removeDeclaration(type)
    }
    for member in members where removed.contains(member.decl.id) {
      file.removeDeclaration(member)
    }
    file.replace(type.extendedType, with: Library.container)
    let scopes = members.map(\.decl).filter(ResolverRewriter.isScope)
    if !scopes.isEmpty, scopes.count < members.count {
      mover.move(
        scopes.map { Syntax($0) }, toExtensionOf: "Scope",
        at: file.lineEnd(type.span.upperBound))
    }
    guard let clause = type.inheritanceClause else { return }
    for inherited in clause.inheritedTypes
    where inherited.plainType == "ResolverRegistering" {
      if isAutomatic {
        file.replace(inherited.type, with: "@retroactive AutoRegistering")
      } else {
        file.removeInherited(from: clause) { $0.id == inherited.id }
      }
    }
  }
}

extension ParsedFile {
  /// The functions of `extension Resolver` that register.
  func registrationFunctions(_ facts: ResolverFacts) -> [FunctionDeclSyntax] {
    extensions(of: "Resolver").flatMap { type in
      type.memberBlock.members.compactMap { member in
        guard let function = member.decl.as(FunctionDeclSyntax.self),
          facts.functions[function.name.plain] != nil
        else { return nil }
        return function
      }
    }
  }
}
