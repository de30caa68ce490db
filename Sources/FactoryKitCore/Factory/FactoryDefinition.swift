// Factory, MIT licence; see LICENSE
//
// The fields of a factory value apart from its closure.
internal import FactoryCore

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
