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
    declaration.scopeOnParameters()
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

  @_alwaysEmitIntoClient @inline(__always)
  package init<T>(_: T.Type) {
    parameter = nil
    // A metatype is the address of its metadata.
    result = unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
  }

  /// The types of a factory that shares no state with a ``Factory`` of equal key and types: its own
  /// type takes the place of the result's. See `productType(of:)`.
  @_alwaysEmitIntoClient @inline(__always)
  package init<Kind: FactoryModifying>(kind: Kind.Type) {
    self.init(Kind.Parameter.self, kind)
  }

  @_alwaysEmitIntoClient @inline(__always)
  package init<P, T>(_: P.Type, _: T.Type) {
    // See above.
    let address = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
    parameter = P.self == Void.self ? nil : address
    // See above.
    result = unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
  }
}

// MARK: -

// What `print`, `dump`, `Mirror` and `#expect` show of a factory value. Without it, they would ask for
// the types of its fields, and the runtime of systems before iOS 18 and macOS 15 crashes when it is
// asked for a function type with a typed error.

extension FactoryModifying {
  /// The factory's container, name, type, scope and location, for example
  /// `FactoryKit.Container.user<App.User>, scope cached, declared at App/Users.swift:12`.
  ///
  /// Resolves nothing and calls no closure. May be read from any thread. The scope is the one that a
  /// resolution of this value would use.
  ///
  /// ```swift
  /// print(Container.shared.user)
  /// ```
  public var description: String { FactoryDescription(_definition, Self._types).text }

  /// The parts of ``description``, for `dump` and `Mirror`. Does not contain the factory's closure.
  public var customMirror: Mirror {
    Mirror(
      self, children: FactoryDescription(_definition, Self._types).children, displayStyle: .struct)
  }
}

/// What is known about a factory of any kind and type.
private struct FactoryDescription {
  let container: String
  let name: String
  let type: String
  /// Nil for a factory without a parameter.
  let parameter: String?
  let scope: String
  let location: String

  @inline(never)
  init(_ definition: FactoryDefinition, _ types: FactoryTypes) {
    let (manager, declaration) = (definition.manager, definition.declaration)
    container = manager.containerName
    name = factoryName(manager.containerType, declaration.name, withContainer: false)
    // Metadata of types is never freed: see `FactoryTypes`.
    type = typeName(productType(of: unsafeBitCast(types.result, to: Any.Type.self)))
    // The metadata of the parameter's type is never freed either.
    parameter = types.parameter.map { typeName(unsafeBitCast($0, to: Any.Type.self)) }
    scope = Self.name(of: definition.scope ?? manager.scope(of: declaration, types))
    location = "\(String(cString: declaration.file)):\(declaration.line)"
  }

  /// A scope's name is not known, only what it does.
  private static func name(of scope: ScopeReference?) -> String {
    guard let scope else { return "unique" }
    return scope.isCustom ? "custom \(scope.kind)" : "\(scope.kind)"
  }

  var text: String {
    let parameter = parameter.map { ", parameter \($0)" } ?? ""
    return "\(container).\(name)<\(type)>\(parameter), scope \(scope), declared at \(location)"
  }

  var children: [Mirror.Child] {
    var children: [Mirror.Child] = [("container", container), ("name", name), ("type", type)]
    if let parameter { children.append(("parameter", parameter)) }
    return children + [("scope", scope), ("declaration", location)]
  }
}

extension ContainerManager {
  /// The scope of a factory whose value sets none: that of its settings, or the container's default.
  fileprivate func scope(
    of declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> ScopeReference? {
    store.nearestSettings(declaration.key(types))?.values.scope.value ?? core.defaultScope
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
