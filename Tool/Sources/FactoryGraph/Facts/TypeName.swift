// Factory, MIT licence; see LICENSE
//
// The name of a type as it is written.
/// A type as a source file spells it.
public struct TypeName: Hashable, Sendable {
  /// The name without generic arguments, and with the types around it: `Outer.Inner`. For a type
  /// that is not a name, such as a tuple, its whole text.
  public var base: String
  public var arguments: [TypeName] = []
  public var isOptional = false
  /// Its text, without comments and with single spaces.
  public var text: String

  /// The last part of the name.
  public var name: String { base.lastPart }
}

extension String {
  /// What is after the last dot: the name of a type without the module and the types around it.
  var lastPart: String { split(separator: ".").last.map(String.init) ?? self }
}
