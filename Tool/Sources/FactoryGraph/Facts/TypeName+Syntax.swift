// Factory, MIT licence; see LICENSE
//
// Reads the names of types from a syntax tree.
import SwiftSyntax

extension TypeName {
  init(_ type: TypeSyntax) {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      self.init(type.name.text, type.genericArgumentClause, type)
    case .memberType(let type):
      self.init(
        TypeName(type.baseType).base + "." + type.name.text, type.genericArgumentClause, type)
    case .optionalType(let type):
      self.init(TypeName(type.wrappedType), isOptional: true, type)
    case .implicitlyUnwrappedOptionalType(let type):
      self.init(TypeName(type.wrappedType), isOptional: true, type)
    case .attributedType(let type):
      self.init(TypeName(type.baseType), isOptional: false, type)
    case .someOrAnyType(let type):
      self.init(TypeName(type.constraint), isOptional: false, type)
    case .tupleType(let type) where type.elements.count == 1:
      let inner = TypeName(type.elements.first!.type)
      self.init(inner, isOptional: inner.isOptional, type)
    default:
      self.init(base: type.plainText, text: type.plainText)
    }
  }

  /// A generic argument, which may be a value.
  init(text argument: GenericArgumentSyntax.Argument) {
    if let type = argument.as(TypeSyntax.self) {
      self.init(type)
    } else {
      self.init(base: argument.trimmedDescription, text: argument.trimmedDescription)
    }
  }

  private init(
    _ base: String, _ generics: GenericArgumentClauseSyntax?, _ type: some TypeSyntaxProtocol
  ) {
    let arguments = generics?.arguments.map { TypeName(text: $0.argument) } ?? []
    // `Optional<T>` is `T?`.
    if base == "Optional" || base == "Swift.Optional", let wrapped = arguments.first {
      self.init(wrapped, isOptional: true, type)
    } else {
      self.init(base: base, arguments: arguments, text: type.plainText)
    }
  }

  private init(_ inner: TypeName, isOptional: Bool, _ type: some TypeSyntaxProtocol) {
    self = inner
    self.isOptional = isOptional || inner.isOptional
    text = type.plainText
  }
}

extension SyntaxProtocol {
  /// The tokens with single spaces where the source has white space or comments.
  fileprivate var plainText: String {
    var text = ""
    for token in tokens(viewMode: .sourceAccurate) {
      text += token.text
      if !token.trailingTrivia.isEmpty
        || token.nextToken(viewMode: .sourceAccurate)?.leadingTrivia
          .isEmpty == false
      {
        text += " "
      }
    }
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
