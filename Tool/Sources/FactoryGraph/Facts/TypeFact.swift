// Factory, MIT licence; see LICENSE
//
// Types, extensions and their members, as one file declares them.
/// A type or an extension.
package struct TypeFact: Sendable {
  package enum Kind: String, Sendable {
    case `class`, actor, `struct`, `enum`, `protocol`, `extension`
  }

  package var kind: Kind
  /// With the types around it: `Outer.Inner`.
  package var name: String
  package var inherited: [TypeExpression] = []
  package var attributes: [AttributeFact] = []
  package var modifiers: [String] = []
  /// Whether it is an enumeration with cases, none of which has associated values.
  package var hasPlainCases = false
  /// Whether it is declared with generic parameters.
  package var isGeneric = false
  /// The text of the `where` clause of an extension.
  package var constraints = ""
  /// What the clause says that `Self` is.
  package var selfType: TypeExpression?
  package var region: Int
  package var place: Place
}

/// `typealias Name<Parameters> = target`, at the top level of a file or in a type.
package struct AliasFact: Sendable {
  /// With the types around it: `Outer.Name`.
  package var name: String
  package var parameters: [String] = []
  package var target: TypeExpression
  package var isPrivate = false
}

/// An attribute, such as `@Injected(\.service)`.
package struct AttributeFact: Sendable {
  package var name: String
  package var place: Place
  /// The first key path among the arguments.
  package var keyPath: KeyPathFact?
  /// The chain that the arguments are read as, if there are any.
  package var chain: Int?
}

package struct KeyPathFact: Hashable, Sendable {
  /// The type before the first dot; nil for `\.name`.
  package var root: String?
  package var components: [String]
  package var place: Place
}

/// A property, function or initialiser of a type or of the file.
package struct MemberFact: Sendable {
  package enum Kind: String, Sendable {
    case property, function, initializer, subscripted
  }

  /// How a property stores its value.
  package enum Storage: String, Sendable {
    case computed, letStored, varStored, lazyStored
  }

  package var kind: Kind
  package var name: String
  /// The index of the type's fact; nil at the top level of the file.
  package var owner: Int?
  package var attributes: [AttributeFact] = []
  package var modifiers: [String] = []
  /// The type of a property, or the result of a function.
  package var type: TypeExpression?
  package var parameters: [ParameterFact] = []
  /// The generic parameters of a function and its `where` clause.
  package var constraints = ""
  package var storage: Storage = .computed
  package var isStatic = false
  /// The region of the body, the accessor or the initial value.
  package var body: Int?
  /// The region of the initial value. A property that has observers as well has them as its body.
  package var initialValue: Int?
  /// The region around the declaration.
  package var region: Int
  /// The place of the name.
  package var place: Place
  /// The chain of the only expression of the body or of the initial value, if it is one.
  package var value: Int?

  /// Whether only its setter has another access, as in `private(set)`.
  var hasAccessOfSetter: Bool { modifiers.contains { $0.hasSuffix("(set)") } }
}
