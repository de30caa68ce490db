// Factory, MIT licence; see LICENSE
//
// Turns a registration, a statement, into a property of a container.
import SwiftSyntax

struct PropertyWriter {
  let file: ParsedFile
  let registry: Registry

  /// Rewrites `register(…) { … }.scope(…)` to `var x: Factory<X> { self { … }.scope }`.
  ///
  /// - Parameters:
  ///   - modifiers: what follows the closure.
  ///   - aliases: the factories of the other types under which the product is registered.
  ///   - outer: the indentation that the property gets.
  func write(
    _ factory: RegisteredFactory, _ registration: Registration, modifiers: String,
    aliases: [RegisteredFactory], outer: String
  ) {
    let body = registration.body
    let line = file.lineBreak + outer
    let isClosure = registration.closure != nil
    let isMultiline = isClosure && file.isMultiline(body.span)
    let comments = comments(in: registration).map { $0 + line }.joined()
    var head = "var \(factory.name): \(factory.declaredType) {"
    head += isMultiline ? line + file.indentationUnit : " "
    head += isClosure ? "self " : "self("
    var tail = isClosure ? "" : ")"
    tail += modifiers
    tail += isMultiline ? line + "}" : " }"
    let others = aliases.flatMap { [.text(line)] + Self.alias($0, of: factory) }
    if isMultiline { file.indent(body.span) }
    if let closure = registration.closure { file.removeCast(in: closure) }
    file.edits.replace(
      registration.expression.span,
      with: [.text(comments), factory.access, .text(head), .source(body.span), .text(tail)] + others
    )
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

  static func alias(_ alias: RegisteredFactory, of factory: RegisteredFactory) -> [Piece] {
    [
      alias.access,
      .text("var \(alias.name): \(alias.declaredType) { self { self.\(factory.name)() } }"),
    ]
  }

  /// The comments of a registration that are not in its closure.
  func comments(in registration: Registration) -> [String] {
    let whole = registration.expression.span
    let body = registration.body.span
    var comments: [String] = []
    for token in registration.expression.tokens(viewMode: .sourceAccurate) {
      let span = token.span
      let isInside = body.contains(span.lowerBound)
      let hasLeading =
        span.lowerBound != whole.lowerBound && (!isInside || span.lowerBound == body.lowerBound)
      let hasTrailing =
        span.upperBound != whole.upperBound && (!isInside || span.upperBound == body.upperBound)
      if hasLeading { comments += token.leadingTrivia.comments }
      if hasTrailing { comments += token.trailingTrivia.comments }
    }
    return comments
  }

  /// Declares the factories that no registration declares, at the end of the file.
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
      // All uses are known.
      let lines = factories.flatMap { factory in
        let access = factory.isPrivate ? "fileprivate " : factory.isPublic ? "public " : ""
        let registrars = factory.registrars.map { "`\($0)`" }.joined(separator: " or ")
        let why =
          registrars.isEmpty
          ? "no registration of \(factory.type) could be moved here: write its closure"
          : "\(factory.type) is registered when \(registrars) runs: call that first, or write its "
            + "closure here"
        let value = factory.isOptional ? "self { nil }" : "required()"
        file.noteAtEnd(why)
        return [
          "\(Migration.mark) \(why)",
          "\(access)var \(factory.name): \(factory.declaredType) { \(value) }",
        ]
      }
      file.appendExtension(of: Library.container, lines)
    }
  }
}
