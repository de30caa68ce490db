// Factory, MIT licence; see LICENSE
//
// What runs code.
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
