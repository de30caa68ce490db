// Factory, MIT licence; see LICENSE
//
// The layers that `wrap` adds to a factory: as settings store them, adding them, and wrapping new instances.
internal import FactoryCore

/// A closure that wraps new instances of a factory, type-erased: a `Layer<T>`.
@usableFromInline
package class AnyLayer: ModifierClosure {
  let site: CallSite
  /// Whether the call is in the function that declares the factory. Set before the layer is added.
  @exclusivity(unchecked) var isInDefinition = false
  /// Whether it only tells that the definition has this layer: see `StoreState.expectLayers`.
  let isExpected: Bool

  init(_ closure: ClosureIdentity, _ site: CallSite, isExpected: Bool = false) {
    self.site = site
    self.isExpected = isExpected
    super.init(closure)
  }
}

/// A closure that wraps new instances of a factory.
@usableFromInline
package final class Layer<T>: AnyLayer {
  let apply: (T) -> T

  @usableFromInline
  package init(_ apply: @escaping (T) -> T, _ closure: ClosureIdentity, _ site: CallSite) {
    self.apply = apply
    super.init(closure, site)
  }
}

extension [AnyLayer] {
  /// Wraps a new instance in all layers, the first one innermost. Called with no lock held.
  func wrapped<T>(_ value: T) -> T {
    var value = value
    for layer in self where !layer.isExpected {
      // An entry's key contains the type: only a `Layer<T>` is stored in it.
      value = assumedObject(layer, Layer<T>.self).apply(value)
    }
    return value
  }

  /// Whether the call site has added this closure.
  func contains(_ closure: ClosureIdentity, _ site: CallSite) -> Bool {
    contains { $0.closure == closure && !$0.isExpected && $0.site.isSame(as: site) }
  }

  /// Whether the layer of a call is expected: adding it changes no instance.
  func expects(_ site: CallSite) -> Bool { contains { $0.isExpected && $0.site.isSame(as: site) } }

  /// Adds a layer as the outermost one, or replaces the one that its call site has added.
  /// Returns whether it is the first one of the call.
  @discardableResult
  mutating func add(_ layer: AnyLayer) -> Bool {
    if let index = firstIndex(where: { $0.site.isSame(as: layer.site) }) {
      self[index] = layer
      return false
    }
    append(layer)
    return true
  }
}

/// The layers of an asynchronous factory, for the task that runs its closure.
// Sendable: the closures of an asynchronous factory's layers are `@Sendable`.
package struct Layers: @unchecked Sendable {
  package let list: [AnyLayer]
}

extension Layers {
  /// Wraps a new instance. Called in the task and the resolution that the closure runs in.
  package func wrapped<T>(_ value: T) -> T {
    list.isEmpty ? value : list.wrapped(value)
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
    has(declaration, types) { $0.values.layers.contains(closure, site) }
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
