// Factory, MIT licence; see LICENSE
//
// Turns assemblies into extensions of `Container`, and takes functions of `extension Container`
// apart.
import SwiftSyntax

struct SwinjectTypes {
  let rewriter: SwinjectRewriter
  private var file: ParsedFile { rewriter.file }
  private var facts: SwinjectFacts { rewriter.facts }

  func run() {
    for function in functions {
      let items = function.body?.statements ?? []
      let declares = items.contains { facts.role(of: $0) == .declares }
      let isPure = items.allSatisfy { facts.role(of: $0) != .remains }
      if function.isAssembling {
        convert(function)
      } else if declares {
        if isPure {
          _ = rewriter.mover.unwrap(function)
        } else {
          rewriter.mover.separate(function)
        }
      }
    }
  }

  private var functions: [FunctionDeclSyntax] {
    file.tree.nodes(FunctionDeclSyntax.self, skipping: { $0.is(FunctionDeclSyntax.self) })
      .filter { $0.isAssembling || $0.isInContainer }
  }

  /// `class A: Assembly { func assemble(container: Container) { … } }` becomes
  /// `extension Container { … }`.
  private func convert(_ function: FunctionDeclSyntax) {
    guard
      let type = function.ancestors.first(where: {
        $0.asProtocol((any DeclGroupSyntax).self) != nil
      }),
      let group = type.asProtocol((any DeclGroupSyntax).self)
    else { return }
    guard !facts.remains(function) else {
      if let clause = group.inheritanceClause {
        file.removeInherited(from: clause) { $0.type.trimmedDescription.hasSuffix("Assembly") }
      }
      return file.note(
        function,
        "this assembly does more than declare factories: call it where the container is made, "
          + "or move what it does into `autoRegister()`")
    }
    file.count("assemblies")
    guard !function.body!.statements.isEmpty else {
      return file.removeDeclaration(type)
    }
    for member in group.memberBlock.members where member.decl.id != DeclSyntax(function).id {
      file.removeDeclaration(member)
    }
    let head = type.span.lowerBound..<group.memberBlock.span.lowerBound
    file.replace(head, with: "extension \(Library.container) ")
    _ = rewriter.mover.unwrap(function)
  }
}
