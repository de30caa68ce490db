// Factory, MIT licence; see LICENSE
//
// Factories that one module declares and another module registers.
internal import FactoryCore

extension ManagedContainer {
  /// Declares a factory whose registration is expected from elsewhere, such as another module.
  ///
  /// Without a registration, resolving it traps in a debug build, with a message that names the
  /// factory and its source location, unless ``ContainerManager/promiseTriggersError`` is false. In
  /// a test with the trait `.container` of FactoryTesting, it records an issue instead of the trap. In
  /// a release build it resolves to nil. See <doc:Modules> and <doc:Registrations>.
  ///
  /// ```swift
  /// extension Container {
  ///   public var accountLoader: Factory<AccountLoading?> { promised() }
  /// }
  /// ```
  @_alwaysEmitIntoClient
  public func promised<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Factory<T?> {
    let declaration = FactoryDeclaration(name, key: key, file: file, line: line)
    return Factory(
      self, key: key, name: name, file: file, line: line,
      unregistered(declaration, Factory<T?>._types)
    )
    .asPromise
  }

  /// Declares a factory with a parameter whose registration is expected from elsewhere. See
  /// <doc:Modules>.
  @_alwaysEmitIntoClient
  public func promised<P, T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> ParameterFactory<P, T?> {
    let closure: () -> T? = unregistered(
      FactoryDeclaration(name, key: key, file: file, line: line), ParameterFactory<P, T?>._types)
    return ParameterFactory(self, key: key, name: name, file: file, line: line) { _ in closure() }
      .asPromise
  }

  /// Unavailable, because a promised factory resolves to nil without a registration. See
  /// <doc:Registrations>.
  @available(
    *, unavailable,
    message: """
      without a registration, 'promised()' resolves to nil: declare 'Factory<Service?>', or write \
      'required()'
      """
  )
  @_alwaysEmitIntoClient
  public func promised<T>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Factory<T> {
    fatalError("unavailable")
  }

  /// Unavailable, because only a ``Factory`` or a ``ParameterFactory`` of an optional type can be
  /// promised. See <doc:Registrations>.
  @available(
    *, unavailable,
    message: """
      'promised()' declares a 'Factory' or a 'ParameterFactory' of an optional type, such as \
      'ParameterFactory<ID, Service?>'; for any other factory, write 'required()'
      """
  )
  @_alwaysEmitIntoClient @_disfavoredOverload
  public func promised<F: FactoryKind>(
    key: StaticString? = nil, name: StaticString = #function, file: StaticString = #fileID,
    line: UInt = #line
  ) -> F {
    fatalError("unavailable")
  }

  /// The closure of a promised factory without a registration. It retains the container, whose
  /// other owners may release it before the factory is resolved.
  @_alwaysEmitIntoClient
  package func unregistered<T>(_ declaration: FactoryDeclaration, _ types: FactoryTypes) -> () -> T?
  {
    { [self] in
      manager.reportUnregistered(declaration, types)
      return nil
    }
  }
}

extension FactoryModifying {
  /// This factory, marked for `ManagedContainer.validate`.
  @_alwaysEmitIntoClient
  package var asPromise: Self {
    var factory = self
    factory._definition.declaration.markAsPromise()
    return factory
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

// MARK: -

// A promised or required factory that is not registered, as messages and errors name it.

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
      mayBeInChild: store.root.withState { factory_core_has_children($0.core) })
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
