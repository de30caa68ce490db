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
    has(declaration, types) { $0.layers.contains(closure, site) }
  }

  /// Adds a layer.
  @usableFromInline @inline(never)
  package func add(
    _ layer: AnyLayer, _ declaration: FactoryDeclaration, _ types: FactoryTypes,
    _ scope: ScopeReference?
  ) {
    let isInDefinition = declaration.contains(layer.site)
    layer.isInDefinition = isInDefinition
    changeRegistration(declaration, types, scope, mayEvict: !isInDefinition) { state, node in
      var values = state.own(node).values
      let isExpected = values.layers.expects(layer.site)
      let isNew = values.layers.add(layer)
      if isNew, !isInDefinition { values.countLayer(at: core.depth) }
      state.replace(node, by: Settings(values))
      return !isExpected
    }
  }
}

extension StoreState {
  /// Records the layers that the definition has added in another container, without their closures, which may retain that
  /// one. When the definition is first read here, its layers are no new ones, and evict nothing. Returns whether there were
  /// any.
  mutating func expectLayers(_ definition: Settings, of node: Node) -> Bool {
    let own = own(node)
    let new = definition.values.layers.filter { layer in
      !own.values.layers.contains { $0.site.isSame(as: layer.site) }
    }
    if new.isEmpty { return false }
    var values = own.values
    for layer in new {
      let expected = AnyLayer(layer.closure, layer.site, isExpected: true)
      expected.isInDefinition = layer.isInDefinition
      values.layers.add(expected)
      if !layer.isInDefinition { values.countLayer(at: core.depth) }
    }
    replace(node, by: Settings(values))
    return true
  }
}

extension Layers {
  /// Wraps a new instance. Called in the task and the resolution that the closure runs in.
  package func wrapped<T>(_ value: T) -> T {
    list.isEmpty ? value : list.wrapped(value)
  }
}
