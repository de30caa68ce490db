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
  // Not `Entry?`, which has a value from the start, from a function that a debug build calls.
  // swift-format-ignore: UseShorthandTypeNames
  @usableFromInline var entry: Optional<Entry>

  @_alwaysEmitIntoClient @_transparent
  init(
    manager: ContainerManager, declaration: FactoryDeclaration,
    entry: Entry? = nil
  ) {
    self.manager = manager
    self.declaration = declaration
    self.entry = entry
  }
}

extension FactoryDefinition {
  /// A factory of `container`, which is prepared by its first.
  @_alwaysEmitIntoClient @_transparent
  init<C: ManagedContainer>(
    _ container: __shared C, _ key: StaticString, _ file: StaticString, _ line: UInt
  ) {
    do {
      let manager = container.manager
      if manager.mustAutoRegister { manager.prepare(container) }
    }
    // Read again, so that no reference is held across the call.
    manager = container.manager
    declaration = FactoryDeclaration(name: key, file: file, line: line)
    entry = nil
  }

  // What modifiers do, in the parts that the manager takes. Each remembers the factory's entry, made if
  // need be. In place, because a debug build retains a whole value to read a part of it.

  @_alwaysEmitIntoClient @_transparent
  mutating func setScope(ofKind kind: Int, _ types: FactoryTypes) {
    entry = manager.entry(ofKind: kind, entry, declaration, types)
  }

  @_alwaysEmitIntoClient @_transparent
  mutating func setScope(_ scope: Scope, _ types: FactoryTypes) {
    entry =
      manager.entry(ofScope: scope, entry, declaration.name, types)
      ?? manager.record(scope, entry, declaration, types)
  }

  @_alwaysEmitIntoClient @_transparent
  mutating func register(_ override: __owned AnyObject, _ types: FactoryTypes) {
    entry = manager.register(override, entry, declaration, types)
  }

  @_alwaysEmitIntoClient @_transparent
  mutating func reset(_ options: FactoryResetOptions, _ types: FactoryTypes) {
    entry = manager.reset(options, entry, declaration, types)
  }

  @_alwaysEmitIntoClient
  mutating func record(
    _ modification: UInt8, _ types: FactoryTypes, object: AnyObject? = nil,
    contexts: [FactoryContextType] = [], nanoseconds: UInt64 = 0, key: ParameterKey.Type? = nil
  ) {
    entry = manager.record(
      modification, entry, declaration, types, object: object, contexts: contexts,
      nanoseconds: nanoseconds, key: key)
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
