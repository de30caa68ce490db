// Factory, MIT licence; see LICENSE
//
// The layers of factories: adding them, and wrapping new instances.
internal import FactoryCore

extension FactoryDeclaration {
  /// Whether a call is in this factory's definition, which repeats it whenever the factory is read.
  @usableFromInline
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
    layer.isInDefinition = isInDefinition
    let isExpected = core.entry(declaration.key(types)).readOwnPlan(core) {
      $0.settings.layers.expects(layer.site)
    }
    changeRegistration(declaration, types, scope, mayEvict: !isInDefinition && !isExpected) {
      locked, garbage in
      var settings = locked.ownPlan.settings
      let isNew = settings.layers.add(layer)
      if isNew, !isInDefinition { settings.countLayer(at: core.depth) }
      locked.replace(Plan(settings), &garbage)
      return true
    }
  }
}

extension LockedEntry {
  /// Records the layers that the definition has added in another container, without their closures, which may retain that
  /// one. When the definition is first read here, its layers are no new ones, and evict nothing.
  func expectLayers(_ definition: Plan, _ garbage: inout Garbage) {
    let new = definition.settings.layers.filter { layer in
      !ownPlan.settings.layers.contains { $0.site.isSame(as: layer.site) }
    }
    if new.isEmpty { return }
    willChange()
    var settings = ownPlan.settings
    for layer in new {
      let expected = AnyLayer(layer.closure, layer.site, isExpected: true)
      expected.isInDefinition = layer.isInDefinition
      settings.layers.add(expected)
      if !layer.isInDefinition { settings.countLayer(at: core.depth) }
    }
    replace(Plan(settings), &garbage)
  }
}

extension Layers {
  /// Wraps a new instance. Called in the task and the resolution that the closure runs in.
  package func wrapped<T>(_ value: T) -> T {
    list.isEmpty ? value : list.wrapped(value)
  }
}
