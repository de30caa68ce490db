// Factory, MIT licence; see LICENSE
//
// The modules of the library that programs import.

/// The names of the library's modules.
public enum LibraryModules {
  /// FactoryKit, and the part of it that can be imported alone.
  static let kit: Set = ["FactoryKit", "FactoryKitCore"]
  /// Those that declare factories: these, and the interface of 1.x.
  static let declaring = kit.union(["Factory"])
  /// Those whose import makes factories available to a program.
  public static let imported = declaring.union(["FactoryTesting"])
}
