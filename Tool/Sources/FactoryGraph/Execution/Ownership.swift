// Factory, MIT licence; see LICENSE
//
// What runs code, and when.
/// What runs a piece of code.
enum CodeOwner: Hashable {
  /// The construction of an instance by the factory's own closure.
  case construction(FactoryIndex)
  /// A closure given to `register`, to a context, to a decorator and so on: the use.
  case override(UseIndex)
  /// A decorator or context of a factory's definition.
  case modifier(FactoryIndex)
  /// A function, an initialiser, an accessor, or the initial value of a static or lazy property.
  case member(MemberReference)
  /// The default value of a parameter, which runs if a call leaves the argument out.
  case defaultArgument(MemberReference, Int)
  /// The initial values and property wrappers of a type's instances.
  case storage(TypeIndex)
  case topLevel(FileIndex)
}

/// What runs a region's code, and when.
struct Ownership {
  var owner: CodeOwner
  var timing: CodeTiming
  /// Whether the code is not certain to run at once, as in a closure that is stored.
  var isDeferred: Bool { timing.isDeferred }
}

/// What runs a piece of code directly.
enum Runner {
  case owner(CodeOwner)
  /// The region of a function within a function.
  case localFunction(RegionReference)
}

/// When code runs: before the code around it ends, perhaps before that, later, or one of both.
enum CodeTiming: Hashable {
  case atOnce
  /// At once, if at all: it is in a branch, a loop and the like.
  case conditional
  /// The syntax does not tell whether it runs at once.
  case unknown(Doubt)
  case later

  /// Why it is not known whether code runs.
  enum Doubt: Hashable {
    /// A function that the program does not declare gets the code as a closure.
    case closure(of: String)
    /// It is one of several functions that a call may mean.
    case overload(of: String)

    /// Why it is not known whether the construction of a factory runs the code.
    func reason(_ factory: String) -> Unresolved.Reason {
      switch self {
      case .closure(let function): .closure(of: function, factory: factory)
      case .overload(let function): .overload(of: function, factory: factory)
      }
    }
  }

  /// The timing of code in code: what is stored runs later, whatever it is in.
  func within(_ outer: CodeTiming) -> CodeTiming { rank < outer.rank ? outer : self }

  /// Whether a visit of code that runs so finds nothing more than one of code that runs like
  /// another.
  func addsNothing(to other: CodeTiming) -> Bool { rank >= other.rank }

  /// Whether the code does not run before the code around it ends, or may not.
  var isDeferred: Bool { rank > 1 }

  private var rank: Int {
    switch self {
    case .atOnce: 0
    case .conditional: 1
    case .unknown: 2
    case .later: 3
    }
  }
}
