// Factory, MIT licence; see LICENSE
//
// A promised or required factory that is not registered, as messages and errors name it.
internal import FactoryCore

/// A factory that is not registered, for messages.
@usableFromInline
package struct MissingRegistration: Sendable {
  /// Its container, name, type and source location.
  package let factory: String
  /// What a program has to write.
  package let fix: String
  /// In which other containers it is registered, if that is known: `3 containers below App.Container`.
  package var registeredIn: String? = nil
  /// The resolutions that led to it, outermost first, and its own. Empty if it was not resolved.
  package var chain: [String] = []
}

extension ContainerManager {
  /// Describes a factory that is not registered.
  package func missingRegistration(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> MissingRegistration {
    let closure = types.parameter == nil ? "{ … }" : "{ _ in … }"
    // An explicit key need not be the name of a property.
    let fix =
      declaration.keyFile == nil
      ? "call register \(closure) of the property that declares it"
      : "\(String(cString: declaration.name)).register \(closure)"
    return MissingRegistration(
      factory: describe(declaration, types) + placeInChild, fix: fix,
      registeredIn: containersWithRegistration(of: declaration.key(types)))
  }

  /// The containers made from this one, or from the same container as this one, in which a promised or
  /// required factory is registered. Nil if there are none.
  private func containersWithRegistration(of key: factory_key) -> String? {
    guard let node = store.root.existingNode(key) else { return nil }
    let count = factory_node_registrations_below(node)
    if count == 0 { return nil }
    return "\(count) \(count == 1 ? "container" : "containers") below \(containerName)"
  }

  /// A factory's name, type and source location, for messages.
  @inline(never)
  package func describe(_ declaration: FactoryDeclaration, _ types: FactoryTypes) -> String {
    withFrame(declaration, types) { $0.description }
  }

  /// Runs `body` with a frame that describes a factory.
  func withFrame<Result>(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ body: (Frame) -> Result
  ) -> Result {
    var frame = factory_frame()
    factory_frame_describe(
      &frame, factory_core_identity(core), types.result, declaration.name, declaration.file,
      declaration.lineAndFlags)
    return withUnsafeMutablePointer(to: &frame, body)
  }
}

extension FactoryDefinition {
  /// Whether a closure is registered for this factory or, if contexts count, a context that is
  /// active has one. Adds no entry.
  @usableFromInline
  package func isRegistered(_ types: FactoryTypes, orInContext contextsCount: Bool) -> Bool {
    let manager = manager.actingNow
    return manager.readRegistrations { hasRegistration(manager, types, orInContext: contextsCount) }
  }

  private func hasRegistration(
    _ manager: ContainerManager, _ types: FactoryTypes, orInContext contextsCount: Bool
  ) -> Bool {
    guard let settings = manager.store.nearestSettings(declaration.key(types)) else {
      return false
    }
    return (contextsCount ? settings.override : settings.values.registration) != nil
  }
}
