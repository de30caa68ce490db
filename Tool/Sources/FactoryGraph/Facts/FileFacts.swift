// Factory, MIT licence; see LICENSE
//
// What the analyser reads in one file. Facts are syntax only: nothing in them depends on another
// file.
/// What one source file declares and does.
package struct FileFacts: Sendable {
  package var imports: [ImportFact] = []
  /// The first one is the file itself.
  package var regions: [Region] = []
  package var types: [TypeFact] = []
  package var aliases: [AliasFact] = []
  package var members: [MemberFact] = []
  package var chains: [Chain] = []
  package var variables: [VariableFact] = []
  /// The variables and properties that get another value, as they are written: `name`, or
  /// `value.name`.
  package var assignedNames: [String] = []
  package var assignments: [AssignmentFact] = []
  package var suppressions: [Suppression] = []
  package var syntaxErrors: [SyntaxErrorFact] = []
  /// The code that does not run each time that the code around it does: branches, loops, and what
  /// follows a `return` in one.
  package var conditions: [(region: Int, range: PlaceRange)] = []
  /// The version of the tools that a manifest states in its first line.
  var toolsVersion: ToolsVersion?

  /// The text of the file.
  package var source = ""

  package init() {}
}

/// A place in a file: lines and columns count from 1, columns in UTF-8 bytes.
public struct Place: Hashable, Sendable, Comparable {
  public var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (lhs: Place, rhs: Place) -> Bool {
    (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

/// The text between two places, without the second one.
public struct PlaceRange: Hashable, Sendable {
  package var start: Place
  package var end: Place
}

package struct ImportFact: Sendable {
  /// The module, without submodules.
  package var module: String
  /// The attributes, such as `@testable`.
  package var attributes: [String] = []
  /// The access level, such as `public`, if one is written.
  package var access: String?
  /// The region around it: the file, or a clause of `#if`.
  package var region = 0
  package var place: Place
}

/// An assignment to a property that the analyser follows.
package struct AssignmentFact: Sendable {
  /// The names of these properties.
  static let names: Set = ["defaultScope"]

  /// The chain on the left.
  package var target: Int
  /// The chain on the right, if it is one.
  package var value: Int?
}

package struct SyntaxErrorFact: Sendable {
  package var message: String
  package var place: Place
}

/// A comment that silences rules.
package struct Suppression: Sendable {
  package enum Kind: Hashable, Sendable {
    case rules([String])
    /// `periphery:ignore`, another tool's comment for declarations that seem to be unused.
    case periphery
    /// A comment of a form that silences nothing, such as `/* … */`.
    case otherForm
  }

  package var kind: Kind
  /// The line whose findings are silenced; nil for the whole file.
  package var line: Int?
  /// Where the comment is.
  package var place: Place
}

/// A part of the file whose code has something in common, such as a type, a function or a closure.
package struct Region: Sendable {
  package enum Kind: Sendable {
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

  package var kind: Kind
  /// The region around this one; nil for the file.
  package var parent: Int?
  package var range: PlaceRange
  /// The parameters of the function or closure.
  package var parameters: [ParameterFact] = []
  /// What must be true for a clause of `#if` to be compiled.
  package var requirements: [BuildCondition] = []
}

package struct ParameterFact: Sendable {
  package var label: String?
  package var name: String
  package var type: TypeExpression?
  package var hasDefault = false
  package var place: Place
}

package struct ClosureFact: Sendable {
  /// How the closure is used.
  package enum Use: Sendable {
    /// An argument of a call: the index of the chain and of its link.
    case argument(chain: Int, link: Int, label: String?)
    /// Called on the spot.
    case called
    /// Anything else: assigned, returned, or part of a literal.
    case stored
  }

  package var use: Use
  package var captures: [CaptureFact] = []
  /// Where `@MainActor` is, if the closure has it.
  package var mainActor: Place?
  /// Another global actor that it runs on, such as `Audio`, and where the attribute is.
  package var otherActor: (name: String, place: Place)?
  /// The chain of its only statement, if it has one and that is an expression.
  package var value: Int?
  /// Whether it is a statement, as the value of the code around it, or what `return` returns.
  package var isResult = false
}

package struct CaptureFact: Sendable {
  /// `weak`, `unowned` or `unowned(unsafe)`.
  package var specifier: String?
  package var name: String
  package var place: Place
}

/// A variable within a function or closure, or at the top level of a file.
package struct VariableFact: Sendable {
  /// How the variable refers to its initial value.
  package enum Binding: String, Sendable {
    case constant
    /// It may get another value.
    case variable
    /// `weak` or `unowned`.
    case unretained
  }

  package var name: String
  package var region: Int
  package var type: TypeExpression?
  /// The chain of its initial value.
  package var value: Int?
  package var place: Place
  package var binding = Binding.constant
  /// Where the name means this variable. `guard` declares two, for its conditions and for what
  /// follows it.
  package var scope: PlaceRange
}
