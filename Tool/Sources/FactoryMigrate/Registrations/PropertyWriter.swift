// Factory, MIT licence; see LICENSE
//
// Turns a registration, a statement, into a property of a container.
import SwiftSyntax

struct PropertyWriter {
  let file: ParsedFile
  let registry: Registry

  /// Rewrites `register(…) { … }.scope(…)` to `var x: Factory<X> { self { … }.scope }`.
  /// - Parameters:
  ///   - chain: the whole expression.
  ///   - body: its closure, or a function.
  ///   - modifiers: what follows the closure.
  ///   - aliases: other types under which the same product is registered.
  ///   - outer: the indentation that the property gets.
  func write(
    _ factory: RegisteredFactory, replacing chain: FunctionCallExprSyntax, body: ExprSyntax,
    modifiers: String, aliases: [RegisteredFactory], properties: ClosureExprSyntax? = nil,
    outer: String
  ) {
    let line = file.lineBreak + outer
    let isClosure = body.is(ClosureExprSyntax.self)
    let isMultiline = properties != nil || isClosure && file.isMultiline(body.span)
    let comments = comments(in: chain, outside: body.span).map { $0 + line }.joined()
    var head = "var \(factory.name): \(factory.declaredType) {"
    head += isMultiline ? line + file.indentationUnit : " "
    head += isClosure ? "self " : "self("
    var tail = isClosure ? "" : ")"
    tail += modifiers
    tail += isMultiline ? line + "}" : " }"
    var others = aliases.flatMap { [.text(line)] + Self.alias($0, of: factory) }
    for named in [factory] + aliases {
      if let optional = registry.optionalsOf[named.name] {
        others += [.text(line)] + Self.alias(optional, of: named)
      }
    }
    var pieces: [Piece] = [.source(body.span)]
    if let properties {
      pieces = setting(properties, of: body, factory, line + file.indentationUnit)
    } else if isMultiline {
      file.indent(body.span)
    }
    if let closure = body.as(ClosureExprSyntax.self) { removeCast(closure) }
    file.edits.replace(
      chain.span,
      with: [.text(comments), factory.access, .text(head)] + pieces + [.text(tail)] + others)
    file.count("factories", 1 + aliases.count)
  }

  /// The indentation of a statement that becomes a member of the type around its function, or of a
  /// new extension.
  func outerIndentation(
    _ chain: some SyntaxProtocol, in function: FunctionDeclSyntax?
  ) -> String {
    guard let function else { return file.indentationUnit }
    let current = file.indentation(at: chain.span.lowerBound)
    let isMoved =
      file.line(of: chain.span.lowerBound) > file.line(of: function.span.lowerBound)
    return isMoved ? String(current.dropFirst(file.indentationUnit.count)) : current
  }

  /// `{ let x = X(); x.a = self.a(); return x }` for `{ X() }` and a closure that sets properties.
  private func setting(
    _ properties: ClosureExprSyntax, of body: ExprSyntax, _ factory: RegisteredFactory,
    _ outer: String
  ) -> [Piece] {
    guard let value = body.as(ClosureExprSyntax.self)?.onlyExpression,
      let name = properties.parameterNames.last
    else { return [.source(body.span)] }
    let inner = outer + file.indentationUnit
    let type = TypeSpelling.isOptional(factory.product) ? ": \(factory.product)" : ""
    var pieces: [Piece] = [.text("{\(inner)let \(name)\(type) = "), .source(value.span)]
    for item in properties.statements { pieces += [.text(inner), .source(item.span)] }
    return pieces + [.text("\(inner)return \(name)\(outer)}")]
  }

  static func alias(_ alias: RegisteredFactory, of factory: RegisteredFactory) -> [Piece] {
    [
      alias.access,
      .text("var \(alias.name): \(alias.declaredType) { self { self.\(factory.name)() } }"),
    ]
  }

  /// `{ X() as P }` needs no cast, because the property has a type.
  func removeCast(_ closure: ClosureExprSyntax) {
    guard let sequence = closure.onlyExpression?.as(SequenceExprSyntax.self) else { return }
    let parts = Array(sequence.elements)
    guard parts.count == 3, let cast = parts[1].as(UnresolvedAsExprSyntax.self),
      cast.questionOrExclamationMark == nil, parts[0].is(FunctionCallExprSyntax.self)
    else { return }
    file.replace(parts[0].span.upperBound..<sequence.span.upperBound, with: "")
  }

  /// The comments of an expression that are not in its closure.
  func comments(in node: some SyntaxProtocol, outside body: Range<Int>) -> [String] {
    var comments: [String] = []
    for token in node.tokens(viewMode: .sourceAccurate) {
      let isInside = body.contains(token.span.lowerBound)
      let hasLeading =
        token.span.lowerBound != node.span.lowerBound
        && (!isInside || token.span.lowerBound == body.lowerBound)
      let hasTrailing =
        token.span.upperBound != node.span.upperBound
        && (!isInside || token.span.upperBound == body.upperBound)
      let pieces =
        (hasLeading ? token.leadingTrivia.pieces : [])
        + (hasTrailing ? token.trailingTrivia.pieces : [])
      for piece in pieces {
        switch piece {
        case .lineComment(let text), .blockComment(let text): comments.append(text)
        default: break
        }
      }
    }
    return comments
  }

  /// Declares the factories that something resolves and nothing registers, at the end of the file.
  static func declareMissing(_ registry: Registry) {
    var files: [(file: ParsedFile, factories: [RegisteredFactory])] = []
    for (file, factory) in registry.missing {
      if let index = files.firstIndex(where: { $0.file === file }) {
        files[index].factories.append(factory)
      } else {
        files.append((file, [factory]))
      }
    }
    for (file, factories) in files {
      let line = file.lineBreak
      let unit = file.indentationUnit
      var text = "\(line)extension Container {\(line)"
      // All uses are known.
      for factory in factories {
        let access = factory.isPrivate ? "fileprivate " : factory.isPublic ? "public " : ""
        let why = "no registration of \(factory.type) could be moved here: write its closure"
        let value = factory.isOptional ? "self { nil }" : "required()"
        text += "\(unit)\(Migration.mark) \(why)\(line)"
        text +=
          "\(unit)\(access)var \(factory.name): \(factory.declaredType) { \(value) }\(line)"
        file.noteAtEnd(why)
      }
      text += "}\(line)"
      if file.edits.bytes.last != UInt8(ascii: "\n") { text = line + text }
      file.edits.insert(text, at: file.edits.bytes.count, side: .before)
    }
  }
}
