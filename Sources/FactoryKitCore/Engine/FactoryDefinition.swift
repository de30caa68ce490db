// Factory, MIT licence; see LICENSE
//
// The fields of a factory value apart from its closure: where it is declared, its types, and what identifies it.
public import FactoryCore

/// The part of a factory value that does not depend on its types.
///
/// An implementation detail that is public only because ``FactoryModifying`` names it.
@frozen
public struct FactoryDefinition: Sendable {
  /// The container's manager, or one that retains the container.
  @usableFromInline package let manager: ContainerManager
  @usableFromInline package var declaration: FactoryDeclaration
  /// The last scope in the value's chain of modifiers. It applies to this value even if the factory
  /// has been reset since. Retained by the container's storage, which `manager` owns.
  @usableFromInline package var scope: ScopeReference?

  @_alwaysEmitIntoClient @_transparent
  package init(manager: ContainerManager, declaration: FactoryDeclaration) {
    self.manager = manager
    self.declaration = declaration
    scope = nil
  }

  /// A factory of `container`. The first one runs the container's `autoRegister`.
  @_alwaysEmitIntoClient @_transparent
  package init<C: ManagedContainer>(
    _ container: __shared C, _ name: StaticString, key: StaticString?, _ file: StaticString,
    _ line: UInt
  ) {
    // Not a copy of the property: if a loop without an exit copies a `let` property of an object from
    // outside the loop, the loop-invariant code motion of Swift 6.3 does not terminate.
    manager = container.manager.prepared(for: container)
    declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    scope = nil
  }

  // The modifiers. They pass the manager separate fields, because the whole value would be passed
  // through memory.

  @_alwaysEmitIntoClient @_transparent
  mutating func setScope(ofKind kind: Int, _ types: FactoryTypes) {
    scope = manager.setScope(ofKind: kind, after: scope, declaration, types)
  }

  @_alwaysEmitIntoClient @_transparent
  mutating func setScope(_ newScope: Scope, _ types: FactoryTypes) {
    scope = manager.setScope(newScope, after: scope, declaration, types)
  }

  @_alwaysEmitIntoClient @_transparent
  mutating func scopeOnParameters(_ key: ParameterKey.Type, _ types: FactoryTypes) {
    change(.scopeOnParameters(key), types)
    declaration.record(FACTORY_IS_SCOPED_ON_PARAMETERS)
  }

  @_alwaysEmitIntoClient @_transparent
  package func register(_ override: __owned ModifierClosure, _ types: FactoryTypes) {
    manager.register(override, declaration, types, scope)
  }

  @_alwaysEmitIntoClient @_transparent
  package func reset(_ options: FactoryResetOptions, _ types: FactoryTypes) {
    manager.reset(options, declaration, types, scope)
  }

  @_alwaysEmitIntoClient @_transparent
  package func change(_ modification: Modification, _ types: FactoryTypes) {
    manager.change(modification, declaration, types)
  }
}

// MARK: -

// The name and source location under which a factory is declared.

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
  /// The line and, in the highest bits, the flags of `factory_frame.flags`, which
  /// `factory_frame_describe` separates.
  @usableFromInline package var lineAndFlags: UInt32

  @_alwaysEmitIntoClient @_transparent
  package init(_ name: StaticString, key: StaticString?, file: StaticString, line: UInt) {
    self.file = file.utf8Start
    let line = UInt32(truncatingIfNeeded: line) & ~FACTORY_DECLARATION_FLAGS.rawValue
    if let key {
      self.name = key.utf8Start
      lineAndFlags = line | FACTORY_HAS_EXPLICIT_KEY.rawValue
    } else {
      self.name = name.utf8Start
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

  /// Whether each parameter has its own instance.
  @_alwaysEmitIntoClient @_transparent
  var isScopedOnParameters: Bool {
    lineAndFlags & FACTORY_IS_SCOPED_ON_PARAMETERS.rawValue != 0
  }

  /// Whether `record` has recorded this.
  package func has(_ flag: factory_declaration_flags) -> Bool { lineAndFlags & flag.rawValue != 0 }

  /// Records what this value's declaration or its chain of modifiers says.
  @_alwaysEmitIntoClient @_transparent
  package mutating func record(_ flag: factory_declaration_flags) { lineAndFlags |= flag.rawValue }

  /// Records that the chain of modifiers adds a layer or a member outside of the function that declares the factory.
  @_alwaysEmitIntoClient
  mutating func recordLayer() { count(FACTORY_ONE_LAYER, FACTORY_LAYERS) }

  /// Records that the chain of modifiers sets a context.
  @_alwaysEmitIntoClient
  mutating func recordContext() { count(FACTORY_ONE_CONTEXT, FACTORY_CONTEXTS) }

  @_alwaysEmitIntoClient @_transparent
  package mutating func count(_ one: factory_declaration_flags, _ all: factory_declaration_flags) {
    if lineAndFlags & all.rawValue != all.rawValue { lineAndFlags += one.rawValue }
  }

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

// MARK: -

// The types of a factory, which are part of its key.

/// The types of a factory.
///
/// An implementation detail that is public only because ``FactoryModifying`` names it.
@frozen
// Sendable: metadata is constant.
public struct FactoryTypes: @unchecked Sendable {
  // The addresses of the types' metadata, which is unique and never freed. For a class of Objective-C,
  // it is a wrapper that the runtime creates once for each class.

  /// Nil for a factory without a parameter.
  @usableFromInline package let parameter: UnsafeRawPointer?
  @usableFromInline package let result: UnsafeRawPointer

  package init(parameter: UnsafeRawPointer?, result: UnsafeRawPointer) {
    self.parameter = parameter
    self.result = result
  }

  /// The types of a factory that shares no state with a ``Factory`` of equal key and types: its own
  /// type takes the place of the result's. See `productType(of:)`.
  @_alwaysEmitIntoClient @inline(__always)
  package init<Kind: FactoryModifying>(kind: Kind.Type) {
    self.init(Kind.Parameter.self, kind)
  }

  @_alwaysEmitIntoClient @inline(__always)
  package init<P, T>(_: P.Type, _: T.Type) {
    // A metatype is the address of its metadata.
    let address = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
    parameter = P.self == Void.self ? nil : address
    // See above.
    result = unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
  }
}

// MARK: -

// Identifies a factory in the whole process. Used for singletons, for recorded resolutions, and by
// strict tests.

/// The key of a factory, and the type of its containers or the location of its declaration. Equal for
/// all modules that use the factory, although each of them may have its own copy of the texts.
package struct FactoryIdentity: Hashable {
  private let key: factory_key
  /// Nil if the factory is identified by its declaration.
  private let container: ObjectIdentifier?
  /// Null-terminated, and never freed.
  private let file: UnsafePointer<UInt8>?
  private let line: UInt32

  /// The factory with this key in all containers of a type.
  package init(_ key: factory_key, in container: Any.Type) {
    (self.key, self.container, file, line) = (key, ObjectIdentifier(container), nil, 0)
  }

  /// The factory with this key that is declared at a location.
  init(_ key: factory_key, declaredAt file: UnsafePointer<UInt8>, _ line: UInt32) {
    (self.key, container, self.file, self.line) = (key, nil, file, line)
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    guard factory_key_matches(lhs.key, rhs.key), lhs.container == rhs.container,
      lhs.line == rhs.line
    else { return false }
    guard let file = lhs.file, let other = rhs.file else { return true }
    return factory_same_text(file, other)
  }

  // The factory's key and the kind of identity distinguish almost all factories.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(factory_key_hash(key))
    if container != nil { hasher.combine(0) }
  }
}
