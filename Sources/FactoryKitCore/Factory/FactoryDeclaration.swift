// Factory, MIT licence; see LICENSE
//
// The name and source location under which a factory is declared.
public import FactoryCore

/// The name and source location of a declared factory.
///
/// All fields are constant at the call site. They take as few words as possible, because the
/// compiler keeps a factory value of up to six fields in registers, and a larger one in memory. A
/// `StaticString` is null-terminated, so its length need not be stored.
@frozen
// Sendable: the pointers are to literals or copies of literals, which are never changed or freed.
public struct FactoryDeclaration: @unchecked Sendable {
  @usableFromInline package var name: UnsafePointer<UInt8>
  @usableFromInline package let file: UnsafePointer<UInt8>
  /// The line and, in the highest bits, the flags of `factory_frame.flags`. Only this file and
  /// `factory_frame_describe` depend on this layout.
  @usableFromInline package var lineAndFlags: UInt32

  @_alwaysEmitIntoClient @_transparent
  package init(_ name: StaticString, key: StaticString?, file: StaticString, line: UInt) {
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

  /// The declaration of a factory that is being resolved.
  package init(_ frame: Frame) {
    // Written by `factory_frame_describe`.
    name = frame.pointee.name!
    file = frame.pointee.file!
    lineAndFlags = frame.pointee.line | frame.pointee.flags
  }

  @usableFromInline
  package var line: UInt32 { lineAndFlags & ~FACTORY_DECLARATION_FLAGS.rawValue }

  /// The file as part of the factory's key, because two files of a module may each declare a
  /// private factory of the same name and type. Nil for an explicit `key:`, which is valid across
  /// files.
  @_alwaysEmitIntoClient @_transparent
  var keyFile: UnsafePointer<UInt8>? {
    lineAndFlags & FACTORY_HAS_EXPLICIT_KEY.rawValue == 0 ? file : nil
  }

  /// Whether this value's chain of modifiers has already called `.once()`.
  @usableFromInline
  package var isAfterOnce: Bool { lineAndFlags & FACTORY_IS_AFTER_ONCE.rawValue != 0 }

  @_alwaysEmitIntoClient
  mutating func passOnce() { lineAndFlags |= FACTORY_IS_AFTER_ONCE.rawValue }

  /// Whether each parameter has its own instance.
  @_alwaysEmitIntoClient @_transparent
  var isScopedOnParameters: Bool {
    lineAndFlags & FACTORY_IS_SCOPED_ON_PARAMETERS.rawValue != 0
  }

  @_alwaysEmitIntoClient
  mutating func scopeOnParameters() {
    lineAndFlags |= FACTORY_IS_SCOPED_ON_PARAMETERS.rawValue
  }

  /// Whether the factory has to be registered before it is resolved.
  package var isPromise: Bool { lineAndFlags & FACTORY_IS_PROMISE.rawValue != 0 }

  /// Whether the factory is a group.
  package var isGroup: Bool { lineAndFlags & FACTORY_IS_GROUP.rawValue != 0 }

  package var isTestable: Bool { lineAndFlags & FACTORY_IS_TESTABLE.rawValue != 0 }

  /// Whether it is the function that a property wrapper has created from a parameter factory.
  package var isFunction: Bool { lineAndFlags & FACTORY_IS_FUNCTION.rawValue != 0 }

  @_alwaysEmitIntoClient
  mutating func markAsPromise() { lineAndFlags |= FACTORY_IS_PROMISE.rawValue }

  /// Records that the chain of modifiers makes a setting.
  @_alwaysEmitIntoClient @_transparent
  mutating func record(_ flag: factory_declaration_flags) { lineAndFlags |= flag.rawValue }

  /// Records that the chain of modifiers adds a layer or a member outside of the function that declares the factory.
  @_alwaysEmitIntoClient
  mutating func recordLayer() {
    if lineAndFlags & FACTORY_LAYERS.rawValue != FACTORY_LAYERS.rawValue {
      lineAndFlags += FACTORY_ONE_LAYER.rawValue
    }
  }

  @_alwaysEmitIntoClient @_transparent
  mutating func markAsTestable() { lineAndFlags |= FACTORY_IS_TESTABLE.rawValue }

  /// A strict test reports the members of a group, and not the group.
  @_alwaysEmitIntoClient @_transparent
  package mutating func markAsGroup() { lineAndFlags |= FACTORY_IS_GROUP.rawValue }

  /// The declaration of the function that a property wrapper creates from a parameter factory.
  @_alwaysEmitIntoClient
  package var ofFunction: Self {
    var declaration = self
    declaration.lineAndFlags |= FACTORY_IS_FUNCTION.rawValue
    return declaration
  }

  package func key(_ types: FactoryTypes) -> factory_key {
    factory_key(
      name: name, file: keyFile, type: types.result, parameter_type: types.parameter)
  }
}

extension StaticString {
  /// The text's address. A rare literal that is stored as one scalar is given a permanent one.
  @_alwaysEmitIntoClient @_transparent
  package var start: UnsafePointer<UInt8> {
    hasPointerRepresentation ? utf8Start : factory_scalar_text(unicodeScalar.value)
  }
}
