// Factory, MIT licence; see LICENSE
//
// Expressions, as the analyser reads them.
/// An expression of names, member accesses and calls, such as
/// `Container.shared.service.register { Fake() }`.
package struct Chain: Sendable {
  package enum Root: Hashable, Sendable {
    case name(String)
    /// `self`.
    case me
    /// `.name`, whose type the context decides.
    case implicit
    case keyPath(KeyPathFact)
    case closure(Int)
    case string(String)
    case number(String)
    case null
    /// A literal of an array or a dictionary, or a range in parentheses.
    case collection
    /// Anything else.
    case other
  }

  package var root: Root
  package var links: [Link]
  package var region: Int
  package var range: PlaceRange
  package var place: Place { range.start }
}

/// One step of a chain: a member, a call, or both.
package struct Link: Sendable {
  /// The member; nil for a call of the value before it.
  package var name: String?
  package var place: Place
  package var call: Call?
  /// The generic arguments that are written at the name.
  package var generics: [TypeExpression] = []
  package var receiver = Receiver.plain
  /// Whether a clause of `#if` adds it to the chain, so that some builds do not have it.
  package var isConditional = false

  /// What a member is one of.
  package enum Receiver: String, Sendable {
    case plain
    /// `(value?.member)`, `(try? value)` and the like.
    case optional
    /// `value?` and `value!`
    case unwrapped
  }

  /// The name of a subscript such as `[keyPath: path]`, whose argument is no literal.
  static let keyPathSubscript = "[keyPath:]"
}

package struct Call: Sendable {
  package var arguments: [CallArgument]

  /// The closure regions among the arguments, with their labels.
  package var closures: [(label: String?, region: Int)] {
    arguments.compactMap { argument in
      argument.closure.map { (argument.label, $0) }
    }
  }

  package func argument(_ label: String?) -> CallArgument? {
    arguments.first { $0.label == label }
  }
}

package struct CallArgument: Sendable {
  package var label: String?
  package var isTrailing = false
  package var range: PlaceRange
  /// The argument as a chain.
  package var chain: Int?
  /// The region of a closure.
  package var closure: Int?
  /// What the argument is, if it is a literal.
  package var literal: Literal?

  package enum Literal: String, Sendable {
    case string, integer, float, truth, null, array, dictionary
  }
}
