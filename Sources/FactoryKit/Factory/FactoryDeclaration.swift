// Factory, MIT licence; see LICENSE
//
// Where a factory is declared, and under which name.
public import FactoryCore

/// The name and the place of a declared factory.
///
/// All of it is constant at the call site. It is stored in as few words as possible: the compiler
/// keeps a factory value of up to six fields in registers, and a larger one in memory. A
/// `StaticString` is null-terminated, so its length need not be stored.
@frozen
// Sendable: the pointers are to literals, or to copies of such, which are never changed or freed.
public struct FactoryDeclaration: @unchecked Sendable {
  @usableFromInline let name: UnsafePointer<UInt8>
  @usableFromInline let file: UnsafePointer<UInt8>
  /// The line, and in the highest bits the flags of `factory_frame.flags`. This file and
  /// `factory_frame_describe` are the only places that take it apart.
  @usableFromInline var lineAndFlags: UInt32

  @_alwaysEmitIntoClient @inline(__always)
  init(_ name: StaticString, key: StaticString?, file: StaticString, line: UInt) {
    self.file = file.start
    let line = UInt32(truncatingIfNeeded: line) & ~FACTORY_DECLARATION_FLAGS.rawValue
    if let key {
      self.name = key.start
      lineAndFlags = line | FACTORY_HAS_EXPLICIT_KEY.rawValue
    } else {
      self.name = name.start
      lineAndFlags = line
    }
  }

  @usableFromInline
  var line: UInt32 { lineAndFlags & ~FACTORY_DECLARATION_FLAGS.rawValue }

  /// The file as part of the factory's key: two files of a module may each declare a private factory
  /// of the same name and type. A name that was given by `key:` is the same in all files.
  @_alwaysEmitIntoClient @inline(__always)
  var keyFile: UnsafePointer<UInt8>? {
    lineAndFlags & FACTORY_HAS_EXPLICIT_KEY.rawValue == 0 ? file : nil
  }

  /// Whether `.once()` has been passed in this value's chain of modifiers.
  @usableFromInline
  var isPastOnce: Bool { lineAndFlags & FACTORY_IS_PAST_ONCE.rawValue != 0 }

  @_alwaysEmitIntoClient
  mutating func passOnce() { lineAndFlags |= FACTORY_IS_PAST_ONCE.rawValue }

  /// Whether a lookup may not find what this value states: the last scope that its modifiers stated was
  /// not the factory's, or each parameter has its own instance.
  @_alwaysEmitIntoClient @inline(__always)
  var mustFollowPlan: Bool {
    let flags = FACTORY_HAS_NEW_SCOPE.rawValue | FACTORY_IS_SCOPED_ON_PARAMETERS.rawValue
    return lineAndFlags & flags != 0
  }

  @_alwaysEmitIntoClient @inline(__always)
  mutating func noteScope(isNew: Bool) {
    if isNew {
      lineAndFlags |= FACTORY_HAS_NEW_SCOPE.rawValue
    } else {
      lineAndFlags &= ~FACTORY_HAS_NEW_SCOPE.rawValue
    }
  }

  @_alwaysEmitIntoClient
  mutating func scopeOnParameters() {
    lineAndFlags |= FACTORY_IS_SCOPED_ON_PARAMETERS.rawValue
  }

  /// The declaration of the function that a property wrapper makes of a parameter factory.
  @_alwaysEmitIntoClient
  var ofFunction: Self {
    var declaration = self
    declaration.lineAndFlags |= FACTORY_IS_FUNCTION.rawValue
    return declaration
  }

  func key(_ types: FactoryTypes) -> factory_key {
    factory_key(
      name: name, file: keyFile, type: types.result, parameter_type: types.parameter)
  }
}

extension StaticString {
  /// The text's address, also for the rare literal that is stored as one scalar.
  @_alwaysEmitIntoClient @inline(__always)
  var start: UnsafePointer<UInt8> {
    hasPointerRepresentation ? utf8Start : factory_scalar_text(unicodeScalar.value)
  }
}
