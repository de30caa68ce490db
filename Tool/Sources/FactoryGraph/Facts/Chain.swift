// Factory, MIT licence; see LICENSE
//
// Expressions, as the analyser reads them.
/// An expression of names, member accesses and calls, such as
/// `Container.shared.service.register { Fake() }`.
public struct Chain: Sendable {
  public enum Root: Hashable, Sendable {
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

  public var root: Root
  public var links: [Link]
  public var region: Int
  public var range: PlaceRange
  public var place: Place { range.start }
}

/// One step of a chain: a member, a call, or both.
public struct Link: Sendable {
  /// The member; nil for a call of the value before it.
  public var name: String?
  public var place: Place
  public var call: Call?
  /// The end of the link: the rest of the chain follows.
  public var end: Place
  /// The generic arguments that are written at the name.
  public var generics: [TypeName] = []
  public var receiver = Receiver.plain
  /// Whether a clause of `#if` adds it to the chain, so that some builds do not have it.
  public var isConditional = false

  /// What a member is one of.
  public enum Receiver: String, Sendable {
    case plain
    /// `(value?.member)`, `(try? value)` and the like.
    case optional
    /// `value?` and `value!`
    case unwrapped
  }

  /// The name of a subscript such as `[keyPath: path]`, whose argument is no literal.
  static let keyPathSubscript = "[keyPath:]"
}

public struct Call: Sendable {
  public var arguments: [CallArgument]

  /// The closure regions among the arguments, with their labels.
  public var closures: [(label: String?, region: Int)] {
    arguments.compactMap { argument in
      argument.closure.map { (argument.label, $0) }
    }
  }

  public func argument(_ label: String?) -> CallArgument? {
    arguments.first { $0.label == label }
  }
}

public struct CallArgument: Sendable {
  public var label: String?
  public var isTrailing = false
  public var range: PlaceRange
  /// The argument as a chain.
  public var chain: Int?
  /// The region of a closure.
  public var closure: Int?
  /// What the argument is, if it is a literal.
  public var literal: Literal?

  public enum Literal: String, Sendable {
    case string, integer, float, truth, null, array, dictionary
  }
}
