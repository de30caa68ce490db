// Factory, MIT licence; see LICENSE
//
// The syntax tree of a file for the edits of fixes. Facts do not say where a declaration could be
// changed: few files have a finding with a fix, and those are parsed again.
import SwiftSyntax

final class FixSource {
  private let file: FileIndex
  private let tree: SourceFileSyntax
  private let converter: PlaceConverter

  init(_ file: FileIndex, _ text: String) {
    self.file = file
    tree = DeepStack.run { FileFacts.tree(parsing: text) }
    converter = PlaceConverter(text)
  }

  /// The innermost node of a kind around the token at a place.
  func node<Node: SyntaxProtocol>(_ kind: Node.Type, at place: Place) -> Node? {
    var node = tree.token(at: converter.position(place)).map { Syntax($0) }
    while let current = node {
      if let found = current.as(kind) { return found }
      node = current.parent
    }
    return nil
  }

  func place(_ node: some SyntaxProtocol) -> Place {
    converter.place(node.positionAfterSkippingLeadingTrivia)
  }

  func place(_ position: AbsolutePosition) -> Place { converter.place(position) }

  func end(of node: some SyntaxProtocol) -> Place {
    converter.place(node.endPositionBeforeTrailingTrivia)
  }

  // MARK: Edits

  func replace(_ node: some SyntaxProtocol, by text: String) -> Finding.Edit {
    Finding.Edit(file, converter.range(node), text)
  }

  func replace(from start: Place, to end: Place, by text: String) -> Finding.Edit {
    Finding.Edit(file, PlaceRange(start: start, end: end), text)
  }

  func insert(_ text: String, before node: some SyntaxProtocol) -> Finding.Edit {
    Finding.Edit(file, at: place(node), text)
  }

  func insert(_ text: String, after node: some SyntaxProtocol) -> Finding.Edit {
    Finding.Edit(file, at: end(of: node), text)
  }

  /// Removes a word, with the space up to the next one.
  func remove(upToNext node: some SyntaxProtocol) -> Finding.Edit? {
    node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate).map {
      replace(from: place(node), to: place($0), by: "")
    }
  }
}

extension FixSource {
  /// The declaration of the property whose name is at a place, and its binding.
  func property(at place: Place) -> (
    declaration: VariableDeclSyntax, binding: PatternBindingSyntax
  )? {
    guard let binding = node(PatternBindingSyntax.self, at: place),
      let declaration = node(VariableDeclSyntax.self, at: place)
    else { return nil }
    return (declaration, binding)
  }

  /// The range of the statement around a place, if it is an expression whose value nothing uses, and no
  /// assignment other than `_ = …`.
  func expressionStatement(at place: Place) -> PlaceRange? {
    guard let item = node(CodeBlockItemSyntax.self, at: place),
      case .expr(let expression) = item.item
    else { return nil }
    if let elements = expression.as(SequenceExprSyntax.self)?.elements, elements.count > 1,
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
      elements.first?.is(DiscardAssignmentExprSyntax.self) != true
    {
      return nil
    }
    return converter.range(expression)
  }

  /// Whether one `var` or `let` declares a property and others.
  func sharesDeclaration(_ property: MemberFact) -> Bool {
    self.property(at: property.place).map {
      $0.declaration.bindings.count > 1 || $0.binding.pattern.is(TuplePatternSyntax.self)
    } ?? false
  }

  /// Inserts an attribute before a declaration of a property, after its other attributes.
  func insertAttribute(_ name: String, ofPropertyAt place: Place) -> Finding.Edit? {
    property(at: place).map { property, _ in
      property.modifiers.first.map { insert("\(name) ", before: $0) }
        ?? insert("\(name) ", before: property.bindingSpecifier)
    }
  }
}

extension Program {
  /// Why a property cannot be declared in another way; nil if it can.
  func obstacle(toChanging property: MemberFact, in file: FileIndex) -> String? {
    if source(of: file).sharesDeclaration(property) {
      return "other properties are declared with it"
    }
    if property.hasAccessOfSetter { return "its setter has an access of its own" }
    if assigns(property.name) { return "code assigns to a property named '\(property.name)'" }
    return hasObservers(property) ? "the property has observers" : nil
  }

  func source(of file: FileIndex) -> FixSource {
    if let known = fixSources[file] { return known }
    let source = FixSource(file, files[file].facts.source)
    fixSources[file] = source
    return source
  }
}
