// Factory, MIT licence; see LICENSE
//
// The layers of factories: adding them, and wrapping new instances.
internal import FactoryCore

extension FactoryDeclaration {
  /// Whether a call is in this factory's definition, which repeats it whenever the factory is read.
  package func contains(_ site: CallSite) -> Bool {
    // The name of a factory with an explicit key need not be that of a property.
    site.isIn(keyFile == nil ? nil : name, file, line)
  }
}

extension ContainerManager {
  /// Whether a call of `wrap` has no effect, because the factory has its layer already, or because of
  /// `.once()`.
  @usableFromInline @inline(never)
  package func hasLayer(
    _ closure: ClosureIdentity, _ site: CallSite, _ declaration: FactoryDeclaration,
    _ types: FactoryTypes
  ) -> Bool {
    core.entry(declaration.key(types)).readOwnPlan(core) { plan in
      plan.settings.isFixedByOnce(isAfterOnce: declaration.isAfterOnce)
        || plan.settings.layers.contains(closure, site)
    }
  }

  /// Adds a layer.
  @usableFromInline @inline(never)
  package func add(
    _ layer: AnyLayer, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ scope: ScopeReference?
  ) {
    let isInDefinition = declaration.contains(layer.site)
    if !isInDefinition { layer.depth = core.depth }
    changeRegistration(declaration, types, scope, mayEvict: !isInDefinition) { locked, garbage in
      var settings = locked.ownPlan.settings
      settings.layers.add(layer)
      locked.replace(Plan(settings), &garbage)
      return true
    }
  }
}

extension Layers {
  /// Wraps a new instance. Called in the task and the resolution that the closure runs in.
  @usableFromInline @inline(never)
  package func wrapped<T>(_ value: T) -> T {
    if list.isEmpty { return value }
    // A strict test does not count what layers resolve.
    TaskResolutions.innermost?.endStrict()
    return list.wrapped(value)
  }
}
