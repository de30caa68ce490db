// Factory, MIT licence; see LICENSE
//
// Members that the module FactoryTesting needs in addition to the public API: for its options.

extension ContainerManager {
  /// Reports the factories of this container that call their own closure; nil to stop.
  package func setStrictness(_ strictness: Strictness?) {
    core.withLock { state, garbage in
      if let old = state.strictness { garbage.add(old) }
      state.strictness = strictness
    }
  }

  /// Makes this container never run its `autoRegister`, unless that has run already.
  package func skipAutoRegister(of container: AnyObject) {
    core.withLock { state, _ in
      if state.settings.isAutoRegistered || state.autoRegistration != nil { return }
      state.isWithoutAutoRegister = true
      state.settings.isAutoRegistered = true
    }
    // Records the container's type, as its first use does otherwise.
    _ = prepare(container)
  }

  /// Passes a line to the logger.
  package static func log(_ line: String) { Log.write(line) }
}

extension Strictness {
  /// Does not report this factory.
  package func allow<F: FactoryModifying>(_ factory: F) {
    let definition = factory._definition
    allow(definition.manager.identity(of: definition.declaration.key(F._types)))
  }
}
