// Factory, MIT licence; see LICENSE
//
// Types, extensions and their members, as one file declares them.
/// A type or an extension.
public struct TypeFact: Sendable {
  public enum Kind: String, Sendable {
    case `class`, actor, `struct`, `enum`, `protocol`, `extension`
  }

  public var kind: Kind
  /// With the types around it: `Outer.Inner`.
  public var name: String
  public var inherited: [TypeName] = []
  public var attributes: [AttributeFact] = []
  public var modifiers: [String] = []
  /// Whether it is an enumeration with cases, none of which has associated values.
  public var hasPlainCases = false
  /// Whether it is declared with generic parameters.
  public var isGeneric = false
  /// The text of the `where` clause of an extension.
  public var constraints = ""
  public var region: Int
  public var place: Place
  /// Where `final` would be written.
  public var keywordPlace: Place
}

/// `typealias Name<Parameters> = target`, at the top level of a file or in a type.
public struct AliasFact: Sendable {
  /// With the types around it: `Outer.Name`.
  public var name: String
  public var parameters: [String] = []
  public var target: TypeName
  public var isPrivate = false
}

/// An attribute, such as `@Injected(\.service)`.
public struct AttributeFact: Sendable {
  public var name: String
  public var range: PlaceRange
  /// The first key path among the arguments.
  public var keyPath: KeyPathFact?
  /// The chain that the arguments are read as, if there are any.
  public var chain: Int?
}

public struct KeyPathFact: Hashable, Sendable {
  /// The type before the first dot; nil for `\.name`.
  public var root: String?
  public var components: [String]
  public var place: Place
}

/// A property, function or initialiser of a type or of the file.
public struct MemberFact: Sendable {
  public enum Kind: String, Sendable {
    case property, function, initializer, subscripted, enumCase
  }

  /// How a property stores its value.
  public enum Storage: String, Sendable {
    case computed, letStored, varStored, lazyStored
  }

  public var kind: Kind
  public var name: String
  /// The index of the type's fact; nil at the top level of the file.
  public var owner: Int?
  public var attributes: [AttributeFact] = []
  public var modifiers: [String] = []
  /// The type of a property, or the result of a function.
  public var type: TypeName?
  public var parameters: [ParameterFact] = []
  /// The generic parameters of a function and its `where` clause.
  public var constraints = ""
  public var storage: Storage = .computed
  public var isStatic = false
  /// The region of the body, the accessor or the initial value.
  public var body: Int?
  /// The region around the declaration.
  public var region: Int
  /// The place of the name.
  public var place: Place
  /// The whole declaration, without the white space around it.
  public var range: PlaceRange
  /// The keyword, such as `var`.
  public var keyword: PlaceRange
  /// The places of the modifiers, each up to the next word.
  public var modifierRanges: [PlaceRange] = []
  /// The `=` before the initial value, from the end of what stands before it to the value.
  public var assignment: PlaceRange?
  /// The end of the initial value.
  public var valueEnd: Place?

  /// Where an attribute would be inserted: before the modifiers.
  public var attributePlace: Place { modifierRanges.first?.start ?? keyword.start }
  /// The chain of the only expression of the body or of the initial value, if it is one.
  public var value: Int?

  /// Whether only its setter has another access, as in `private(set)`.
  var hasAccessOfSetter: Bool { modifiers.contains { $0.hasSuffix("(set)") } }

  public var isPublic: Bool {
    modifiers.contains { ["public", "package", "open"].contains($0) }
  }
}
