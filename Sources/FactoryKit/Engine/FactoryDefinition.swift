// Factory, MIT licence; see LICENSE
//
// What a `Factory` value knows of itself apart from its closure: whose it is, its key, where it
// is declared, and the entry once that was looked up.
import FactoryAtomics

/// The part of a factory value that does not depend on its types.
///
/// An implementation detail that is public only because ``FactoryModifying`` names it.
public struct FactoryDefinition {
  @usableFromInline let manager: ContainerManager
  @usableFromInline var declaration: FactoryDeclaration
  /// Stays valid: entries live as long as `manager`, which this value owns.
  @usableFromInline var entry: Entry?

  @_alwaysEmitIntoClient @_transparent
  init(
    manager: ContainerManager, declaration: FactoryDeclaration,
    entry: Entry? = nil
  ) {
    self.manager = manager
    self.declaration = declaration
    self.entry = entry
  }

  /// The same, with its entry looked up.
  @_alwaysEmitIntoClient @_transparent
  func with(_ entry: Entry) -> FactoryDefinition {
    FactoryDefinition(manager: manager, declaration: declaration, entry: entry)
  }
}

/// The name and the place of a declared factory. All of it is constant at the call site, and kept
/// in as few words as will do: a factory value of up to six fields stays in registers, a larger one
/// goes through memory at each step. A `StaticString` is null-terminated, so its length need not be
/// kept.
@frozen
// Sendable: the pointers are to literals, or to copies of such, which nobody writes or frees.
public struct FactoryDeclaration: @unchecked Sendable {
  @usableFromInline let name: UnsafePointer<UInt8>
  @usableFromInline let file: UnsafePointer<UInt8>
  /// The line, and in the highest bit whether `.once()` has been passed in this value's chain of
  /// modifiers.
  @usableFromInline var lineAndOnce: UInt32

  @_alwaysEmitIntoClient @_transparent
  init(name: StaticString, file: StaticString, line: UInt) {
    self.name = name.start
    self.file = file.start
    lineAndOnce = UInt32(truncatingIfNeeded: line) & ~(1 &<< 31)
  }

  @_alwaysEmitIntoClient @_transparent
  var line: UInt32 { lineAndOnce & ~(1 &<< 31) }

  @_alwaysEmitIntoClient @_transparent
  var isPastOnce: Bool {
    get { lineAndOnce >> 31 != 0 }
    set { lineAndOnce = line | (newValue ? 1 &<< 31 : 0) }
  }
}

extension StaticString {
  /// The text's address, also for the rare literal that is stored as one scalar.
  @_alwaysEmitIntoClient @_transparent
  var start: UnsafePointer<UInt8> {
    hasPointerRepresentation ? utf8Start : factory_scalar_text(unicodeScalar.value)
  }
}
