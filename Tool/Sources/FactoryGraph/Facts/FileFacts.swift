// Factory, MIT licence; see LICENSE
//
// What the analyser reads in one file. Facts are syntax only: nothing in them depends on another
// file.
/// What one source file declares and does.
public struct FileFacts: Sendable {
  public var imports: [ImportFact] = []
  /// The first one is the file itself.
  public var regions: [Region] = []
  public var types: [TypeFact] = []
  public var aliases: [AliasFact] = []
  public var members: [MemberFact] = []
  public var chains: [Chain] = []
  public var variables: [VariableFact] = []
  /// The variables and properties that get another value, as they are written: `name`, or
  /// `value.name`.
  public var assignedNames: [String] = []
  public var assignments: [AssignmentFact] = []
  public var suppressions: [Suppression] = []
  public var syntaxErrors: [SyntaxErrorFact] = []
  /// The code that does not run each time that the code around it does: branches, loops, and what
  /// follows a `return` in one.
  public var conditions: [PlaceRange] = []
  /// The expressions with operators.
  public var operations: [PlaceRange] = []
  /// The texts that a manifest puts together.
  var composedTexts: [ComposedText] = []
  /// The version of the tools that a manifest states in its first line.
  var toolsVersion: ToolsVersion?

  public init() {}

  /// Whether one `var` or `let` declares a property and others.
  func sharesDeclaration(_ member: MemberFact) -> Bool {
    members.count { $0.keyword.start == member.keyword.start } > 1
  }
}

/// A place in a file: lines and columns count from 1, columns in UTF-8 bytes.
public struct Place: Hashable, Sendable, Comparable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (lhs: Place, rhs: Place) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

/// The text between two places, without the second one.
public struct PlaceRange: Hashable, Sendable {
  public var start: Place
  public var end: Place
}

public struct ImportFact: Sendable {
  /// The module, without submodules.
  public var module: String
  /// The attributes, such as `@testable`.
  public var attributes: [String] = []
  /// The access level, such as `public`, if one is written.
  public var access: String?
  /// The region around it: the file, or a clause of `#if`.
  public var region = 0
  public var range: PlaceRange
  /// What has to go with it: its line, if nothing else is on it.
  public var removal: PlaceRange
}

/// An assignment to a property that the analyser follows.
public struct AssignmentFact: Sendable {
  /// The names of these properties.
  static let names: Set = ["defaultScope"]

  /// The chain on the left.
  public var target: Int
  /// The chain on the right, if it is one.
  public var value: Int?
}

public struct SyntaxErrorFact: Sendable {
  public var message: String
  public var place: Place
}

/// A comment that silences rules.
public struct Suppression: Sendable {
  /// The line whose findings are silenced; nil for the whole file.
  public var line: Int?
  public var rules: [String]
  /// Whether it is a comment of a form that silences nothing, such as `/* … */`. It then has no rules.
  public var hasOtherForm = false
  /// Where the comment is.
  public var place: Place
}

/// A part of the file whose code has something in common, such as a type, a function or a closure.
public struct Region: Sendable {
  public enum Kind: Sendable {
    case file
    /// The body of a type or an extension: the index of its fact.
    case type(Int)
    /// The accessor, body or initial value of a member: the index of its fact.
    case member(Int)
    /// The default value of a member's parameter: the index of the member, and of the parameter.
    case argument(Int, Int)
    /// A computed variable within a function, a `defer` and the like.
    case local(String)
    /// A function within a function, or the default value of one of its parameters.
    case localFunction(String)
    case closure(ClosureFact)
    /// A clause of `#if`: a number for the whole `#if`, and one for the clause. Also a branch of
    /// `if`, `guard`, `switch` or `catch`, whose number no other one has.
    case condition(Int, Int)
  }

  public var kind: Kind
  /// The region around this one; nil for the file.
  public var parent: Int?
  public var range: PlaceRange
  /// The parameters of the function or closure.
  public var parameters: [ParameterFact] = []
  /// What must be true for a clause of `#if` to be compiled.
  public var requirements: [BuildCondition] = []
}

public struct ParameterFact: Sendable {
  public var label: String?
  public var name: String
  public var type: TypeName?
  public var hasDefault = false
  public var place: Place
}

public struct ClosureFact: Sendable {
  /// How the closure is used.
  public enum Use: Sendable {
    /// An argument of a call: the index of the chain and of its link.
    case argument(chain: Int, link: Int, label: String?)
    /// Called on the spot.
    case called
    /// Anything else: assigned, returned, or part of a literal.
    case stored
  }

  public var use: Use
  public var captures: [CaptureFact] = []
  /// What has to go so that the closure is not `@MainActor`.
  public var mainActor: PlaceRange?
  /// Where `@MainActor` is.
  public var mainActorPlace: Place?
  /// Another global actor that it runs on, such as `Audio`, and where the attribute is.
  public var otherActor: (name: String, place: Place)?
  /// Where an item of a capture list can be inserted, if the list has none.
  public var captureInsertion: CaptureInsertion
  /// The chain of its only statement, if it has one and that is an expression.
  public var value: Int?
  /// Whether it is a statement, as the value of the code around it, or what `return` returns.
  public var isResult = false
}

public struct CaptureInsertion: Sendable {
  public var place: Place
  /// What has to be written before and after the item.
  public var before = ""
  public var after = ""
}

public struct CaptureFact: Sendable {
  /// `weak`, `unowned` or `unowned(unsafe)`.
  public var specifier: String?
  public var name: String
  public var place: Place
}

/// A variable within a function or closure, or at the top level of a file.
public struct VariableFact: Sendable {
  /// How the variable refers to its initial value.
  public enum Binding: String, Sendable {
    case constant
    /// It may get another value.
    case variable
    /// `weak` or `unowned`.
    case unretained
  }

  public var name: String
  public var region: Int
  public var type: TypeName?
  /// The chain of its initial value.
  public var value: Int?
  public var place: Place
  public var binding = Binding.constant
  /// Where the name means this variable. `guard` declares two, for its conditions and for what
  /// follows it.
  public var scope: PlaceRange
}
