// Factory, MIT licence; see LICENSE
//
// Turns assemblies into extensions of `Container`, and takes functions of `extension Container`
// apart.
import SwiftSyntax

struct SwinjectTypes {
  let rewriter: SwinjectRewriter
  private var file: ParsedFile { rewriter.file }
  private var facts: SwinjectFacts { rewriter.facts }

  init(_ rewriter: SwinjectRewriter) {
    self.rewriter = rewriter
  }

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
    final class Visitor: SyntaxVisitor {
      var found: [FunctionDeclSyntax] = []
      override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if node.isAssembling || node.isInContainer { found.append(node) }
        return .skipChildren
      }
    }
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(file.tree)
    return visitor.found
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
      removeConformance(group)
      return file.note(
        function,
        "this assembly does more than declare factories: call it where the container is made, "
          + "or move what it does into `autoRegister()`")
    }
    file.count("assemblies")
    guard !function.body!.statements.isEmpty else {
      return file.replace(file.linesAndBlank(of: type), with: "")
    }
    for member in group.memberBlock.members where member.decl.id != DeclSyntax(function).id {
      file.replace(file.linesAndBlank(of: member), with: "")
    }
    let head = type.span.lowerBound..<group.memberBlock.span.lowerBound
    file.replace(head, with: "extension Container ")
    _ = rewriter.mover.unwrap(function)
  }

  private func removeConformance(_ group: any DeclGroupSyntax) {
    guard let clause = group.inheritanceClause else { return }
    let kept = clause.inheritedTypes.map { $0.type.trimmedDescription }.filter {
      !$0.hasSuffix("Assembly")
    }
    if kept.isEmpty {
      let before = clause.colon.previousToken(viewMode: .sourceAccurate)!.span.upperBound
      file.replace(before..<clause.span.upperBound, with: "")
    } else {
      file.replace(clause.inheritedTypes.span, with: kept.joined(separator: ", "))
    }
  }
}
