// Factory, MIT licence; see LICENSE
//
// What a factory value contains apart from its closure.
internal import FactoryCore

/// The part of a factory value that does not depend on its types.
///
/// An implementation detail that is public only because ``FactoryModifying`` names it.
@frozen
public struct FactoryDefinition {
  @usableFromInline let manager: ContainerManager
  @usableFromInline var declaration: FactoryDeclaration
  /// The scope that the value's chain of modifiers stated last. A value that states a scope has it,
  /// whatever was reset meanwhile. Retained by the container, which `manager` keeps.
  @usableFromInline var scope: ScopeReference?

  @_alwaysEmitIntoClient @inline(__always)
  init(manager: ContainerManager, declaration: FactoryDeclaration) {
    self.manager = manager
    self.declaration = declaration
    scope = nil
  }

  /// A factory of `container`, which is prepared by its first one.
  @_alwaysEmitIntoClient @inline(__always)
  init<C: ManagedContainer>(
    _ container: __shared C, _ name: StaticString, key: StaticString?, _ file: StaticString,
    _ line: UInt
  ) {
    // This is inlined into programs. There the manager must not be copied on every round of a loop
    // without an exit: the loop-invariant code motion of Swift 6.3 never ends if such a loop copies a
    // `let` property of an object from outside of it. A copy in a branch is no problem.
    let current = container.manager
    if current.mustAutoRegister {
      current.prepare(container)
      manager = container.manager
    } else {
      manager = container.manager
    }
    declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    scope = nil
  }

  // What the modifiers do, in the parts that the manager takes.

  @_alwaysEmitIntoClient @inline(__always)
  mutating func setScope(ofKind kind: Int, _ types: FactoryTypes) {
    if let known = manager.scope(ofKind: kind, declaration.name, declaration.keyFile, types) {
      takeScope(known)
    } else {
      changeScope(Scope.builtIn(kind), types)
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  mutating func setScope(_ newScope: Scope, _ types: FactoryTypes) {
    let known = ScopeReference(newScope)
    if manager.hasScope(known, declaration.name, declaration.keyFile, types) {
      takeScope(known)
    } else {
      changeScope(newScope, types)
    }
  }

  /// States a scope that the factory has already.
  @_alwaysEmitIntoClient @inline(__always)
  mutating func takeScope(_ known: ScopeReference) {
    scope = known
    declaration.noteScope(isNew: false)
  }

  @_alwaysEmitIntoClient
  mutating func changeScope(_ newScope: Scope, _ types: FactoryTypes) {
    scope = manager.changeScope(newScope, scope, declaration, types)
    declaration.noteScope(isNew: true)
  }

  @_alwaysEmitIntoClient @inline(__always)
  func register(_ override: __owned AnyOverride, _ types: FactoryTypes) {
    manager.register(override, declaration, types)
  }

  @_alwaysEmitIntoClient @inline(__always)
  func reset(_ options: FactoryResetOptions, _ types: FactoryTypes) {
    manager.reset(options, declaration, types)
  }

  @_alwaysEmitIntoClient @inline(__always)
  func change(_ modification: Modification, _ types: FactoryTypes) {
    manager.change(modification, declaration, types)
  }
}
