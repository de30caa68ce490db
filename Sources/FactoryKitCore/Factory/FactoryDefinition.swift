// Factory, MIT licence; see LICENSE
//
// The fields of a factory value apart from its closure.
internal import FactoryCore

/// The part of a factory value that does not depend on its types.
///
/// An implementation detail that is public only because ``FactoryModifying`` names it.
@frozen
public struct FactoryDefinition {
  @usableFromInline package let manager: ContainerManager
  @usableFromInline package var declaration: FactoryDeclaration
  /// The last scope in the value's chain of modifiers. It applies to this value even if the factory
  /// has been reset since. Retained by the container's storage, which `manager` owns.
  @usableFromInline package var scope: ScopeReference?

  @_alwaysEmitIntoClient @inline(__always)
  package init(manager: ContainerManager, declaration: FactoryDeclaration) {
    self.manager = manager
    self.declaration = declaration
    scope = nil
  }

  /// A factory of `container`. The first one runs the container's `autoRegister`.
  @_alwaysEmitIntoClient @inline(__always)
  package init<C: ManagedContainer>(
    _ container: __shared C, _ name: StaticString, key: StaticString?, _ file: StaticString,
    _ line: UInt
  ) {
    // This is inlined into client code, where it must not copy the manager in every iteration of a
    // loop without an exit: the loop-invariant code motion of Swift 6.3 does not terminate if such
    // a loop copies a `let` property of an object from outside the loop. A copy in a branch is
    // safe.
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

  // The modifiers. They pass the manager separate fields, because the whole value would be passed
  // through memory.

  @_alwaysEmitIntoClient @inline(__always)
  mutating func setScope(ofKind kind: Int, _ types: FactoryTypes) {
    if let known = manager.scope(ofKind: kind, declaration, types) {
      takeScope(known)
    } else {
      scope = manager.changeScope(ofKind: kind, scope, declaration, types)
      declaration.noteScope(isNew: true)
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  mutating func setScope(_ newScope: Scope, _ types: FactoryTypes) {
    let known = ScopeReference(newScope)
    if manager.hasScope(known, declaration, types) {
      takeScope(known)
    } else {
      scope = manager.changeScope(newScope, scope, declaration, types)
      declaration.noteScope(isNew: true)
    }
  }

  /// Records a scope that the factory already has.
  @_alwaysEmitIntoClient @inline(__always)
  mutating func takeScope(_ known: ScopeReference) {
    scope = known
    declaration.noteScope(isNew: false)
  }

  @_alwaysEmitIntoClient @inline(__always)
  mutating func scopeOnParameters(_ key: ParameterKey.Type, _ types: FactoryTypes) {
    change(.scopeOnParameters(key), types)
    declaration.scopeOnParameters()
  }

  @_alwaysEmitIntoClient @inline(__always)
  package func register(_ override: __owned AnyOverride, _ types: FactoryTypes) {
    manager.register(override, declaration, types)
  }

  @_alwaysEmitIntoClient @inline(__always)
  package func reset(_ options: FactoryResetOptions, _ types: FactoryTypes) {
    manager.reset(options, declaration, types)
  }

  // Mutating, so that it uses the value in place. A copy would retain the manager.
  @_alwaysEmitIntoClient @inline(__always)
  package mutating func change(_ modification: Modification, _ types: FactoryTypes) {
    manager.change(modification, declaration, types)
  }
}
