// Factory, MIT licence; see LICENSE
//
// The inlined part of a resolution: it looks the factory up and calls its closure.
// `factory_lookup.take` returns a cached instance, and `resolveSlowly` does everything else. They are not
// inlined, and not specialised for the types of a program: see "Attributes" in Engine.md.
//
// Functions that are not inlined take the fields of a factory value as separate arguments, because
// the whole value would be passed through memory.
public import FactoryCore

extension FactoryDefinition {
  @_alwaysEmitIntoClient @inline(__always)
  package func lookUp(_ types: FactoryTypes) -> Lookup {
    if DeclarationChecks.areOn { manager.noteDeclaration(declaration, types) }
    // A factory with a new scope probably has no instance yet. A value that is scoped on its
    // parameters must not get the only instance of a factory that has been reset since. With the
    // early return, the compiler omits the retain of the manager in all other cases: see "Why a hit
    // does not retain the container" in Engine.md.
    if declaration.mustFollowPlan { return .unknown }
    return Lookup(manager.lookUp(declaration, types, scope))
  }

  /// Describes a resolution in its frame. The frame points only to literals and metadata, which
  /// outlive it.
  @_alwaysEmitIntoClient @inline(__always)
  package func describe(_ frame: inout factory_frame, _ types: FactoryTypes) {
    // The manager owns what `core` points to.
    let container = withExtendedLifetime(manager) { factory_core_identity(manager.core) }
    factory_frame_describe(
      &frame, container, types.result, declaration.name, declaration.file,
      declaration.lineAndFlags)
  }

  /// The instance, if there is one.
  @_alwaysEmitIntoClient
  package func existingInstance<P, T>(_ types: FactoryTypes, _ parameter: P) -> T? {
    switch lookUp(types) {
    case .definition: return nil
    case .instance(let instance): return instance.take(T.self)
    case .slowPath(let found):
      if let weak = found.weak { return weak.take(T.self) }
      return existingInstance(found.entry, types, parameter, isForResolution: false)
    }
  }

  /// The instance, if there is one and it may have to be searched.
  /// - Parameter isForResolution: see `ContainerManager.existingBox`.
  @_alwaysEmitIntoClient
  package func existingInstance<P, T>(
    _ entry: Entry?, _ types: FactoryTypes, _ parameter: P, isForResolution: Bool
  ) -> T? {
    var frame = factory_frame()
    describe(&frame, types)
    return withUnsafeMutablePointer(to: &frame) { frame in
      withUnsafePointer(to: parameter) {
        if P.self != Void.self { frame.setParameter($0) }
        return manager.existingBox(frame, entry, scope, $0, isForResolution: isForResolution)?
          .instance()
      }
    }
  }
}

extension FactoryDefinition {
  /// See `ContainerManager.resolveSlowly`.
  @_alwaysEmitIntoClient @inline(__always)
  package func resolveSlowly(_ frame: Frame, _ lookup: factory_lookup, _ types: FactoryTypes)
    -> Bool
  {
    manager.resolveSlowly(frame, lookup, declaration, types, scope)
  }

  /// Resolves a factory whose closure may throw. Like `Factory.resolve()`, except that the container is
  /// released after the closure has returned.
  @_alwaysEmitIntoClient @inline(__always)
  package consuming func resolve<P, T, Failure: Error>(
    _ types: FactoryTypes, _ parameter: P, _ make: (P) throws(Failure) -> T
  ) throws(Failure) -> T {
    let lookup = lookUp(types)
    if case .instance(let instance) = lookup {
      _ = consume self
      return instance.take(T.self)
    }
    var frame = factory_frame()
    return try withUnsafePointer(to: parameter) { address throws(Failure) in
      try withUnsafeMutablePointer(to: &frame) { frame throws(Failure) in
        if P.self != Void.self { frame.setParameter(address) }
        if case .slowPath(let found) = lookup {
          if !resolveSlowly(frame, found, types) {
            return try frame.take(P.self, T.self, Failure.self)
          }
        } else {
          describe(&frame.pointee, types)
        }
        return try frame.run { () throws(Failure) in try make(parameter) }
      }
    }
  }
}

// A factory's own closure is called at one place only, in `resolve`, so that the compiler can
// inline it there. Then the closure needs no context, and its captures are not retained.

extension Factory {
  /// Returns an instance: the one cached by the factory's scope, or a new one.
  ///
  /// May be called from any thread, unless the factory is isolated to an actor. The closure runs on
  /// the calling thread, with no lock held; if another thread is building the instance, the call
  /// waits for it. Traps with a message that shows the chain if the factory depends on itself, or
  /// if the stack is almost exhausted. See <doc:Resolutions> and <doc:Errors>.
  ///
  /// ```swift
  /// let service = Container.shared.myService.resolve()
  /// ```
  @_alwaysEmitIntoClient @inline(__always)
  public consuming func resolve() -> T {
    // Read each field once: a debug build retains the whole value on every access.
    let make = factory
    let definition = _definition
    let lookup = definition.lookUp(Self._types)
    // The container is released as soon as it is no longer needed, in each case separately, so that
    // the optimiser finds that hits and calls of the closure need not retain it.
    if case .instance(let instance) = lookup {
      _ = consume definition
      return instance.take(T.self)
    }
    var frame = factory_frame()
    if case .slowPath(let found) = lookup {
      if !definition.resolveSlowly(&frame, found, Self._types) {
        return withUnsafeMutablePointer(to: &frame) { $0.take(Void.self, T.self) }
      }
    } else {
      definition.describe(&frame, Self._types)
      _ = consume definition
    }
    return withUnsafeMutablePointer(to: &frame) { frame in
      frame.begin()
      var value = make()
      frame.end(&value)
      return value
    }
  }

  /// The same as `resolve()`, for property wrappers and for code that is generic over the kind of factory.
  /// Neither inlined nor specialised, so that the initialiser of a wrapper consists of two calls: the
  /// getter of the factory, and this.
  @usableFromInline @inline(never)
  package func resolveInLibrary() -> T {
    let lookup = _definition.lookUp(Self._types)
    if case .instance(let instance) = lookup { return instance.take(T.self) }
    var frame = factory_frame()
    return withUnsafeMutablePointer(to: &frame) { frame in
      if case .slowPath(let found) = lookup {
        if !_definition.resolveSlowly(frame, found, Self._types) {
          return frame.take(Void.self, T.self)
        }
      } else {
        _definition.describe(&frame.pointee, Self._types)
      }
      return frame.run(factory)
    }
  }
}

extension ParameterFactory {
  /// The same as `resolve(_:)`, neither inlined nor specialised: see `Factory.resolveInLibrary`.
  @usableFromInline @inline(never)
  package func resolveInLibrary(_ parameter: P) -> T { resolve(parameter) }

  /// Returns an instance for `parameter`: the one cached by the factory's scope, or a new one.
  ///
  /// Otherwise the same as ``Factory/resolve()``.
  @_alwaysEmitIntoClient @inline(__always)
  public consuming func resolve(_ parameter: P) -> T {
    // As in `Factory.resolve()`.
    let make = factory
    let definition = _definition
    let lookup = definition.lookUp(Self._types)
    if case .instance(let instance) = lookup {
      _ = consume definition
      return instance.take(T.self)
    }
    var frame = factory_frame()
    return withUnsafeMutablePointer(to: &frame) { frame in
      withUnsafePointer(to: parameter) {
        frame.setParameter($0)
        if case .slowPath(let found) = lookup {
          if !definition.resolveSlowly(frame, found, Self._types) {
            return frame.take(P.self, T.self)
          }
        } else {
          definition.describe(&frame.pointee, Self._types)
        }
        _ = consume definition
        frame.begin()
        var value = make(parameter)
        frame.end(&value)
        return value
      }
    }
  }
}
