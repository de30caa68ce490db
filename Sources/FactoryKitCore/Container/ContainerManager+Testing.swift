// Factory, MIT licence; see LICENSE
//
// Members that the module FactoryTesting needs in addition to the public API: for its options.

extension ContainerManager {
  /// Makes this container never run its `autoRegister`, unless that has run already.
  package func skipAutoRegister(of container: AnyObject) {
    store.withLock { state in
      if state.settings.isAutoRegistered || state.autoRegistration.construction != nil { return }
      state.autoRegistration.isDisabled = true
      state.settings.isAutoRegistered = true
      state.publishFlags()
    }
    // Records the container's type, as its first use does otherwise.
    _ = prepare(container)
  }

  /// Passes a line to the logger.
  package static func log(_ line: String) { Log.write(line) }
}

extension FactoryModifying {
  /// Identifies the factory, in all containers of its container's type.
  package var identity: FactoryIdentity {
    _definition.manager.identity(of: _definition.declaration.key(Self._types))
  }
}
