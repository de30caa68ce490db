// Factory, MIT licence; see LICENSE
//
// Types as source files write them.
import SwiftSyntax

/// A type as a source file writes it. Two of them are equal if they have the same form, however they are
/// spaced.
package struct TypeExpression: Hashable, Sendable {
  package indirect enum Form: Hashable, Sendable {
    /// `Outer.Inner<Argument>`: the name with the types around it, and the generic arguments.
    case named(String, [TypeExpression])
    case optional(TypeExpression)
    /// `Type!`
    case implicitlyUnwrapped(TypeExpression)
    case array(TypeExpression)
    case dictionary(TypeExpression, TypeExpression)
    case function([TypeExpression], result: TypeExpression)
    /// Of none or several elements. Parentheses around a type do not count.
    case tuple([TypeExpression])
    /// `One & Other`
    case composition([TypeExpression])
    case some(TypeExpression)
    case any(TypeExpression)
    /// `Type.Type` and `Type.Protocol`
    case metatype(TypeExpression)
    /// Attributes and specifiers, such as `@escaping` and `inout`.
    case attributed([String], TypeExpression)
    /// `Type...`
    case variadic(TypeExpression)
    /// What has no name, such as `~Copyable`, and a type that is not known.
    case other(String)
  }

  package var form: Form
  /// As it is written, without comments and with single spaces.
  package var text: String

  package init(_ form: Form, text: String) {
    self.form = form
    self.text = text
  }

  /// A type without generic arguments.
  package init(_ name: String) { self.init(.named(name, []), text: name) }

  /// A type of which nothing is known.
  package static let unknown = TypeExpression(.other(""), text: "")

  package static func == (one: Self, other: Self) -> Bool { one.form == other.form }
  package func hash(into hasher: inout Hasher) { hasher.combine(form) }
}

extension TypeExpression {
  /// The type without attributes, optionals, `some`, `any` and dots for several values.
  package var core: TypeExpression {
    switch form {
    case .optional(let type), .implicitlyUnwrapped(let type), .some(let type), .any(let type),
      .attributed(_, let type), .variadic(let type):
      type.core
    default: self
    }
  }

  /// The name without generic arguments, and with the types around it; empty if it has none.
  package var base: String { if case .named(let name, _) = core.form { name } else { "" } }

  /// The last part of the name.
  package var name: String { base.lastPart }

  package var arguments: [TypeExpression] {
    if case .named(_, let arguments) = core.form { arguments } else { [] }
  }

  /// Whether a value may be nil, also that of `Type!`.
  package var isOptional: Bool {
    switch form {
    case .optional, .implicitlyUnwrapped: true
    case .some(let type), .any(let type), .attributed(_, let type): type.isOptional
    default: false
    }
  }

  package var isImplicitlyUnwrapped: Bool {
    switch form {
    case .implicitlyUnwrapped: true
    case .attributed(_, let type): type.isImplicitlyUnwrapped
    default: false
    }
  }

  package var isVoid: Bool {
    form == .tuple([]) || ["Void", "Swift.Void"].contains(base) && !isOptional
  }

  package var isArray: Bool { if case .array = core.form { true } else { false } }
  package var isDictionary: Bool { if case .dictionary = core.form { true } else { false } }

  package var isMetatype: Bool { if case .metatype = core.form { true } else { false } }

  package var isVariadic: Bool { if case .variadic = form { true } else { false } }

  /// The type of one argument of a variadic parameter, or the type.
  package var element: TypeExpression { if case .variadic(let type) = form { type } else { self } }

  /// The parameters and the result, also of an optional function.
  package var function: (parameters: [TypeExpression], result: TypeExpression)? {
    if case .function(let parameters, let result) = core.form { (parameters, result) } else { nil }
  }

  package func hasAttribute(_ name: String) -> Bool {
    guard case .attributed(let names, let type) = form else { return false }
    return names.contains(name) || type.hasAttribute(name)
  }

  /// The names of protocols and classes in `One & Other`, or the only one.
  package var composed: [String] {
    switch form {
    case .composition(let types): types.flatMap(\.composed)
    case .named(let name, _): [name]
    default: []
    }
  }

  /// All names in it.
  package var names: [String] {
    let own = if case .named(let name, _) = form { [name] } else { [String]() }
    return own + parts.flatMap(\.names)
  }

  /// The types that it is written with.
  private var parts: [TypeExpression] {
    switch form {
    case .optional(let type), .implicitlyUnwrapped(let type), .array(let type), .some(let type),
      .any(let type), .metatype(let type), .attributed(_, let type), .variadic(let type):
      [type]
    case .dictionary(let key, let value): [key, value]
    case .function(let parameters, let result): parameters + [result]
    case .named(_, let types), .tuple(let types), .composition(let types): types
    case .other: []
    }
  }

  /// The type with others in the place of some names, such as those of generic parameters.
  package func replacing(_ types: [String: TypeExpression]) -> TypeExpression {
    func inner(_ type: TypeExpression) -> TypeExpression { type.replacing(types) }
    let form: Form
    switch self.form {
    case .named(let name, let arguments):
      if let type = types[name] { return type }
      form = .named(name, arguments.map(inner))
    case .optional(let type): form = .optional(inner(type))
    case .implicitlyUnwrapped(let type): form = .implicitlyUnwrapped(inner(type))
    case .array(let type): form = .array(inner(type))
    case .dictionary(let key, let value): form = .dictionary(inner(key), inner(value))
    case .function(let parameters, let result):
      form = .function(parameters.map(inner), result: inner(result))
    case .tuple(let all): form = .tuple(all.map(inner))
    case .composition(let all): form = .composition(all.map(inner))
    case .some(let type): form = .some(inner(type))
    case .any(let type): form = .any(inner(type))
    case .metatype(let type): form = .metatype(inner(type))
    case .attributed(let names, let type): form = .attributed(names, inner(type))
    case .variadic(let type): form = .variadic(inner(type))
    case .other: return self
    }
    return TypeExpression(form, text: text)
  }
}

extension TypeExpression {
  package init(_ type: TypeSyntax) { self.init(Self.form(type), text: type.plainText) }

  private static func form(_ type: TypeSyntax) -> Form {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): named(type.name.text, type.genericArgumentClause)
    case .memberType(let type)
    where ["Type", "Protocol"].contains(type.name.text) && type.genericArgumentClause == nil:
      .metatype(Self(type.baseType))
    case .memberType(let type):
      named(Self(type.baseType).base + "." + type.name.text, type.genericArgumentClause)
    case .metatypeType(let type): .metatype(Self(type.baseType))
    case .optionalType(let type): .optional(Self(type.wrappedType))
    case .implicitlyUnwrappedOptionalType(let type): .implicitlyUnwrapped(Self(type.wrappedType))
    case .arrayType(let type): .array(Self(type.element))
    case .dictionaryType(let type): .dictionary(Self(type.key), Self(type.value))
    case .functionType(let type):
      .function(
        type.parameters.map { Self($0.type) }, result: Self(type.returnClause.type))
    case .attributedType(let type):
      .attributed(
        type.specifiers.map(\.trimmedDescription) + type.attributes.map(\.trimmedDescription)
          + type.lateSpecifiers.map(\.trimmedDescription), Self(type.baseType))
    case .someOrAnyType(let type):
      type.someOrAnySpecifier.tokenKind == .keyword(.any)
        ? .any(Self(type.constraint)) : .some(Self(type.constraint))
    case .tupleType(let type):
      type.elements.count == 1
        ? form(type.elements.first!.type) : .tuple(type.elements.map { Self($0.type) })
    case .compositionType(let type): .composition(type.elements.map { Self($0.type) })
    default: .other(type.plainText)
    }
  }

  private static func named(_ name: String, _ clause: GenericArgumentClauseSyntax?) -> Form {
    let arguments = clause?.arguments.map { Self($0.argument) } ?? []
    // `Optional<T>` is `T?`.
    if name == "Optional" || name == "Swift.Optional", let wrapped = arguments.first {
      return .optional(wrapped)
    }
    return .named(name, arguments)
  }

  /// A generic argument, which may be a value.
  package init(_ argument: GenericArgumentSyntax.Argument) {
    if let type = argument.as(TypeSyntax.self) {
      self.init(type)
    } else {
      self.init(.other(argument.trimmedDescription), text: argument.trimmedDescription)
    }
  }
}

extension SyntaxProtocol {
  /// The tokens with single spaces where the source has white space or comments.
  fileprivate var plainText: String {
    var text = ""
    var isSpaced = false
    for token in tokens(viewMode: .sourceAccurate) {
      if !text.isEmpty, isSpaced || token.leadingTriviaLength.utf8Length > 0 { text += " " }
      text += token.text
      isSpaced = token.trailingTriviaLength.utf8Length > 0
    }
    return text
  }
}

extension String {
  /// What is after the last dot: the name of a type without the module and the types around it.
  package var lastPart: String { split(separator: ".").last.map(String.init) ?? self }
}
