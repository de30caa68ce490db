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
  /// Whether a child container may have registered it: one of its container, or of a parent of that.
  package var mayBeInChild = false
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
      mayBeInChild: store.root.withState { $0.hasChildren })
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
    frame.parameter_type = types.parameter
    return withUnsafeMutablePointer(to: &frame, body)
  }
}

extension ContainerManager {
  @usableFromInline
  func reportUnregistered(_ declaration: FactoryDeclaration, _ types: FactoryTypes) {
    #if DEBUG
      if promiseTriggersError {
        var missing = missingRegistration(declaration, types)
        missing.chain = CircularDependency.currentChain
        if report({ $0.reportUnregistered(missing, .returnsNil) }) { return }
        let (factory, location) = withFrame(declaration, types) { frame in
          (frame.factoryName(isFull: true), frame.location)
        }
        fatalError(
          Message.unregisteredPromise(
            factory, at: location + placeInChild, mayBeInChild: missing.mayBeInChild,
            resolvedBy: missing.chain))
      }
    #endif
  }
}
