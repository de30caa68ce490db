// Factory, MIT licence; see LICENSE
//
// Takes registration functions apart: what registers becomes a member of the extension, the rest
// remains a function.
#if Tool
  import SwiftSyntax

  struct ResolverFunctions {
    let rewriter: ResolverRewriter
    private var file: ParsedFile { rewriter.file }
    private var facts: ResolverFacts { rewriter.facts }

    init(_ rewriter: ResolverRewriter) {
      self.rewriter = rewriter
    }

    func run() {
      var removed: Set<SyntaxIdentifier> = []
      var automatic: Set<SyntaxIdentifier> = []
      for function in file.registrationFunctions(facts) {
        if facts.functions[function.name.plain] == true {
          separate(function)
          if function.name.plain == "registerAllServices",
            let type = function.ancestor(ExtensionDeclSyntax.self)
          {
            automatic.insert(type.id)
          }
        } else if !unwrap(function) {
          removed.insert(function.id)
        }
      }
      for type in file.extensions(of: "Resolver") {
        rewrite(type, removed, isAutomatic: automatic.contains(type.id))
      }
      hoist()
    }

    // MARK: Functions

    /// Replaces a function by its statements, which are properties now. False if there is none.
    private func unwrap(_ function: FunctionDeclSyntax) -> Bool {
      guard let body = function.body,
        body.statements.contains(where: { facts.role(of: $0) == .declares })
      else { return false }
      remove(body.statements)
      let inner = lineEndings(body)
      if let inner {
        file.dedent(inner.lowerBound - 1..<inner.upperBound, by: file.indentationUnit.utf8.count)
        let lines = file.lineStart(function.span.lowerBound)..<file.lineEnd(function.span.upperBound)
        file.edits.replace(lines, with: [.source(inner)])
      } else {
        let statements = body.statements.span
        file.edits.replace(function.span, with: [.source(statements)])
      }
      return true
    }

    /// The lines between the braces, if these are on lines of their own.
    private func lineEndings(_ body: CodeBlockSyntax) -> Range<Int>? {
      let start = file.lineEnd(body.leftBrace.span.lowerBound)
      guard file.startsLine(body.rightBrace.span.lowerBound) else { return nil }
      let end = file.lineStart(body.rightBrace.span.lowerBound)
      guard start <= end, file.line(of: start) > file.line(of: body.leftBrace.span.lowerBound) else {
        return nil
      }
      return start..<end
    }

    /// Calls of functions of which nothing remains.
    private func remove(_ items: CodeBlockItemListSyntax) {
      for item in items {
        if let config = item.item.as(DeclSyntax.self)?.as(IfConfigDeclSyntax.self) {
          for clause in config.clauses {
            if case .statements(let items)? = clause.elements { remove(items) }
          }
        } else if facts.role(of: item) == .vanishes {
          file.removeLines(item)
        }
      }
    }

    /// Moves the properties out of a function that remains, and makes it an instance function.
    private func separate(_ function: FunctionDeclSyntax) {
      guard let body = function.body, let inner = lineEndings(body) else {
        return file.note(function, "move what registers out of this function, as properties")
      }
      let width = file.indentationUnit.utf8.count
      var properties: [Piece] = []
      var rest: [Piece] = []
      var start = inner.lowerBound
      for item in body.statements {
        let range = start..<file.lineEnd(item.span.upperBound)
        guard range.lowerBound < range.upperBound else { continue }
        start = range.upperBound
        switch facts.role(of: item) {
        case .declares:
          file.dedent(range.lowerBound - 1..<range.upperBound, by: width)
          properties.append(.source(range))
        case .vanishes: break
        case .remains: rest.append(.source(range))
        }
      }
      rest.append(.source(start..<inner.upperBound))
      let lines = file.lineStart(function.span.lowerBound)..<file.lineEnd(function.span.upperBound)
      var pieces = properties
      if !properties.isEmpty { pieces.append(.text(file.lineBreak)) }
      pieces.append(.source(lines.lowerBound..<inner.lowerBound))
      pieces += rest
      pieces.append(.source(inner.upperBound..<lines.upperBound))
      file.edits.replace(lines, with: pieces)
      rewriteHead(function)
    }

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
        return file.removeLines(type, comments: true)
      }
      for member in members where removed.contains(member.decl.id) {
        file.removeLines(member, comments: true)
      }
      file.replace(type.extendedType, with: "Container")
      guard let clause = type.inheritanceClause else { return }
      for inherited in clause.inheritedTypes
      where inherited.type.trimmedDescription == "ResolverRegistering" {
        if isAutomatic {
          file.replace(inherited.type, with: "@retroactive AutoRegistering")
        } else if clause.inheritedTypes.count == 1 {
          file.replace(type.extendedType.span.upperBound..<clause.span.upperBound, with: "")
        } else {
          file.note(type, "remove `ResolverRegistering`")
        }
      }
    }

    /// Moves registrations out of other functions into an extension below.
    private func hoist() {
      var groups: [(end: Int, items: [CodeBlockItemSyntax])] = []
      for item in rewriter.hoisted {
        guard let top = item.ancestors.compactMap({ $0.as(CodeBlockItemSyntax.self) }).last else {
          continue
        }
        if let last = groups.last, last.end == top.span.upperBound {
          groups[groups.count - 1].items.append(item)
        } else {
          groups.append((top.span.upperBound, [item]))
        }
      }
      for (end, items) in groups {
        let line = file.lineBreak
        var pieces: [Piece] = [.text("\(line)\(line)extension Container {\(line)")]
        for item in items {
          let unit = file.indentationUnit
          let width = file.indentation(at: item.span.lowerBound).utf8.count - unit.utf8.count
          let lines = file.lines(of: item, comments: true)
          if file.startsLine(item.span.lowerBound) {
            file.dedent(lines.lowerBound - 1..<lines.upperBound, by: max(0, width))
            pieces.append(.source(lines))
          } else {
            pieces += [.text(unit), .source(item.span), .text(line)]
          }
          file.moved(lines)
        }
        pieces.append(.text("}"))
        file.edits.insert(pieces, at: end, side: .before)
      }
    }
  }

  extension ParsedFile {
    /// Removes text that another edit moves. The range is longer than the text that is moved, so
    /// that the removal is not a part of it.
    func moved(_ range: Range<Int>) {
      edits.remove(range)
    }

    func extensions(of name: String) -> [ExtensionDeclSyntax] {
      final class Visitor: SyntaxVisitor {
        let name: String
        var found: [ExtensionDeclSyntax] = []
        init(_ name: String) {
          self.name = name
          super.init(viewMode: .sourceAccurate)
        }
        override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
          if node.extendedType.trimmedDescription == name { found.append(node) }
          return .skipChildren
        }
      }
      let visitor = Visitor(name)
      visitor.walk(tree)
      return visitor.found.filter { !$0.memberBlock.members.isEmpty || $0.inheritanceClause != nil }
    }

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
#endif
