// Factory, MIT licence; see LICENSE
//
// The inlined part of a resolution: a factory without state calls its closure, and an instance that is
// kept is handed out. Everything else is `ContainerManager.resolveSlowly`.
//
// Functions that are not inlined take the fields of a factory value as separate arguments: the whole
// value would be passed through memory.
public import FactoryCore

extension FactoryDefinition {
  @_alwaysEmitIntoClient @inline(__always)
  func lookUp(_ types: FactoryTypes) -> Lookup {
    // In a new scope there is probably nothing yet. This is for the compiler: it separates this case,
    // the only one that may release something before the lookup, and omits the retain of the manager
    // in all others. See "Why a hit does not retain the container" in Engine.md. A value that states
    // that each parameter has its own instance must not get the one instance of a factory that was
    // reset meanwhile.
    if declaration.mustFollowPlan { return .follow(nil) }
    return Lookup(manager.lookUp(declaration.name, declaration.keyFile, types, scope))
  }

  /// Describes a resolution in its frame. All that the frame points to outlives it: literals and
  /// metadata.
  @_alwaysEmitIntoClient @inline(__always)
  func describe(_ frame: inout factory_frame, _ types: FactoryTypes) {
    // The manager owns what `core` points to.
    let container = withExtendedLifetime(manager) { factory_core_identity(manager.core) }
    factory_frame_describe(
      &frame, container, types.result, declaration.name, declaration.file,
      declaration.lineAndFlags)
  }

  /// Takes the slow path, as far as it leads without the factory's own closure. Nil if that is to be
  /// called next.
  @_alwaysEmitIntoClient @inline(__always)
  func resolveSlowly<P, T>(
    _ lookup: Lookup, _ frame: inout factory_frame, _ parameter: UnsafePointer<P>
  ) -> T? {
    describe(&frame, FactoryTypes(P.self, T.self))
    if P.self != Void.self {
      withUnsafeMutablePointer(to: &frame) { $0.setParameter(parameter) }
    }
    return manager.resolveSlowly(&frame, lookup, scope, parameter)
  }
}

// A factory's own closure is called at one place of `resolve`, and nowhere else: so the compiler can
// inline it there, and needs neither a context for it nor a reference to what it captures.

extension Factory {
  /// The instance: new, or the one that the factory's scope keeps.
  ///
  /// Safe from any thread, unless the factory belongs to an actor. Stops the program with the whole
  /// chain when the factory needs itself, and when the stack is exhausted.
  @_alwaysEmitIntoClient @inline(__always)
  public consuming func resolve() -> T {
    // Read each field once: a debug build retains the whole value on every access.
    let make = factory
    let definition = _definition
    let lookup = definition.lookUp(Self._types)
    // The container is released as soon as it is not needed any more, in each case separately: so
    // the optimiser finds that the first two need not retain it at all.
    if case .kept(let instance) = lookup {
      _ = consume definition
      return instance.take(T.self)
    }
    var frame = factory_frame()
    if case .definition = lookup {
      definition.describe(&frame, Self._types)
      _ = consume definition
    } else {
      var nothing: Void = ()
      if let value: T = definition.resolveSlowly(lookup, &frame, &nothing) { return value }
      _ = consume definition
    }
    return withUnsafeMutablePointer(to: &frame) { frame in
      frame.begin()
      let value = make()
      frame.end(value)
      return value
    }
  }
}

extension ParameterFactory {
  /// The instance for `parameter`: new, or the one that the factory's scope keeps.
  ///
  /// Everything said of ``Factory/resolve()`` holds.
  @_alwaysEmitIntoClient @inline(__always)
  public consuming func resolve(_ parameter: P) -> T {
    // As in `Factory.resolve()`.
    let make = factory
    let definition = _definition
    let lookup = definition.lookUp(Self._types)
    if case .kept(let instance) = lookup {
      _ = consume definition
      return instance.take(T.self)
    }
    var frame = factory_frame()
    if case .definition = lookup {
      definition.describe(&frame, Self._types)
      _ = consume definition
    } else {
      let value: T? = withUnsafePointer(to: parameter) {
        definition.resolveSlowly(lookup, &frame, $0)
      }
      if let value { return value }
      _ = consume definition
    }
    return withUnsafeMutablePointer(to: &frame) { frame in
      withUnsafePointer(to: parameter) {
        frame.setParameter($0)
        frame.begin()
        let value = make(parameter)
        frame.end(value)
        return value
      }
    }
  }
}
