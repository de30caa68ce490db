// Factory, MIT licence; see LICENSE
//
// Turns assemblies into extensions of `Container`, and takes functions of `extension Container`
// apart.
#if Tool
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
          convert(function, isPure: isPure, declares: declares)
        } else if declares {
          if isPure {
            _ = rewriter.mover.unwrap(function)
          } else {
            _ = rewriter.mover.separate(function)
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
    private func convert(_ function: FunctionDeclSyntax, isPure: Bool, declares: Bool) {
      guard
        let type = function.ancestors.first(where: {
          $0.asProtocol((any DeclGroupSyntax).self) != nil
        }),
        let group = type.asProtocol((any DeclGroupSyntax).self)
      else { return }
      let others = group.memberBlock.members.filter { !Self.isIdle($0.decl, function) }
      guard isPure, others.isEmpty else {
        return file.note(
          function,
          "only assemblies that do nothing but register are rewritten: move the registrations into "
            + "`extension Container`, as properties")
      }
      file.count("assemblies")
      guard declares else { return file.replace(file.linesAndBlank(of: type), with: "") }
      for member in group.memberBlock.members where member.decl.id != DeclSyntax(function).id {
        file.replace(file.linesAndBlank(of: member), with: "")
      }
      let head = type.span.lowerBound..<group.memberBlock.span.lowerBound
      file.replace(head, with: "extension Container ")
      _ = rewriter.mover.unwrap(function)
    }

    /// Whether nothing is lost without the member: the function itself, and an empty initialiser.
    private static func isIdle(_ decl: DeclSyntax, _ function: FunctionDeclSyntax) -> Bool {
      if decl.id == DeclSyntax(function).id { return true }
      return decl.as(InitializerDeclSyntax.self)?.body?.statements.isEmpty == true
    }
  }
#endif
