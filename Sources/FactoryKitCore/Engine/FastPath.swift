// Factory, MIT licence; see LICENSE
//
// The fast path of a resolution: it looks the factory up, and returns the cached instance or calls the
// factory's closure. Everything else is done by `resolveSlowly`.
//
// Programs call `resolve()`, which is neither inlined nor specialised for their types, because their
// release builds would take twice as long: see "Attributes" in Engine.md. `existingInstance` and the
// generic code of asynchronous resolutions are emitted into programs, because few places of a program use
// them.
public import FactoryCore

/// The result of a lookup.
@usableFromInline
@frozen
package enum Lookup {
  /// Call the factory's own closure: no instance is cached, and no other closure replaces it.
  case definition
  /// Return the cached instance.
  case instance(factory_lookup)
  /// Take the slow path.
  case slowPath(factory_lookup)

  /// Converts the result of the C function.
  @_alwaysEmitIntoClient @inline(__always)
  package init(_ lookup: factory_lookup) {
    if lookup.word == UInt(FACTORY_LOOKED_UP_DEFINITION) {
      self = .definition
    } else if lookup.word & UInt(FACTORY_TAKE_SLOW_PATH) == 0 {
      self = .instance(lookup)
    } else {
      self = .slowPath(lookup)
    }
  }

  /// The slow path without a lookup.
  @_alwaysEmitIntoClient @inline(__always)
  package static var unknown: Lookup {
    .slowPath(factory_lookup(word: UInt(FACTORY_TAKE_SLOW_PATH), slot: nil))
  }
}

extension factory_lookup {
  /// The cached instance, for `Lookup.instance`. Must be called exactly once, because it ends the
  /// protection.
  @usableFromInline @inline(never)
  package func take<T>(_: T.Type) -> T {
    // Alive while protected, and a `StrongBox<T>`: a node's key contains the type, so its boxes
    // are of that type too. Copying the value retains it as its type requires, so also an
    // object of Objective-C, before the protection of its box ends.
    let object = UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped
    let value = Unmanaged<StrongBox<T>>.fromOpaque(object)._withUnsafeGuaranteedRef { $0.value }
    // An instance is protected by a slot.
    Retirement.endProtection(slot.unsafelyUnwrapped)
    return value
  }

  /// For the slow path: the cached instance that is held weakly, if there is one.
  @_alwaysEmitIntoClient
  package var weak: WeakInstance? {
    guard let slot, word & UInt(FACTORY_REPLACES_CLOSURE) == 0,
      let object = UnsafeMutableRawPointer(bitPattern: word)
    else { return nil }
    return WeakInstance(object: object, slot: slot)
  }

  /// For the slow path: the closure that replaces the own closure of a factory whose instances nobody keeps, if the lookup
  /// has found one. Must be called then, once, because it ends the protection.
  @usableFromInline
  package func takeClosure() -> ModifierClosure? {
    guard let slot, word & UInt(FACTORY_REPLACES_CLOSURE) != 0,
      let object = UnsafeMutableRawPointer(bitPattern: word)
    else { return nil }
    // Alive while protected.
    defer { Retirement.endProtection(slot) }
    return object.withoutTag.object(ModifierClosure.self)
  }

  /// Whether the container may act as another one: see `Owners`.
  @_alwaysEmitIntoClient
  package var mayAct: Bool { word == UInt(FACTORY_TAKE_SLOW_PATH) | UInt(FACTORY_MAY_ACT) }

  /// For the slow path: the factory's node, if the lookup has found one and no instance.
  @_alwaysEmitIntoClient
  package var node: Node? {
    slot == nil ? Node(bitPattern: word & ~UInt(FACTORY_TAKE_SLOW_PATH)) : nil
  }
}

/// An instance that is held weakly by an object that a hazard slot protects.
@usableFromInline
@frozen
package struct WeakInstance {
  @usableFromInline package let object: UnsafeMutableRawPointer
  @usableFromInline let slot: UnsafeMutablePointer<factory_hazard>

  @_alwaysEmitIntoClient
  package init(object: UnsafeMutableRawPointer, slot: UnsafeMutablePointer<factory_hazard>) {
    self.object = object
    self.slot = slot
  }

  /// The instance; nil if it is gone. Ends the protection.
  @_alwaysEmitIntoClient
  package func take<T>(_: T.Type) -> T? {
    // Not before the value has been moved: the box owns the bits.
    defer { Retirement.endProtection(slot) }
    return retainedBits?.assumingMemoryBound(to: T.self).move()
  }

  /// `WeakBox.retainedBits` of the object. Does not end the protection, which must last until the value
  /// has been moved.
  @_alwaysEmitIntoClient
  var retainedBits: UnsafeMutableRawPointer? {
    // Alive while protected, and a `WeakBox`: see `StoreState.publishInstance`.
    Unmanaged<WeakBox>.fromOpaque(object.withoutTag)._withUnsafeGuaranteedRef { $0.retainedBits }
  }
}

extension FactoryDefinition {
  @_alwaysEmitIntoClient @inline(__always)
  package func lookUp(_ types: FactoryTypes) -> Lookup {
    // A value that is scoped on its parameters must not get the only instance of a factory that has been
    // reset since.
    if declaration.isScopedOnParameters { return .unknown }
    // The manager owns what `core` points to.
    let found = withExtendedLifetime(manager) {
      factory_look_up(
        manager.core, declaration.name, declaration.keyFile, types.result, types.parameter,
        scope?.address)
    }
    let lookup = Lookup(found)
    if case .slowPath = lookup, found.mayAct { return lookUpAmongFrames(types) }
    return lookup
  }

  /// The same if frames may decide as which container this one acts. Usually the task that has frames is another one.
  @usableFromInline @inline(never)
  package func lookUpAmongFrames(_ types: FactoryTypes) -> Lookup {
    guard Owners.isInside(manager) else { return .unknown }
    return Lookup(factory_look_up_here(manager.core, declaration.key(types), scope?.address))
  }

  /// Describes a resolution in its frame. The description points only to texts and metadata that are never
  /// freed, and to the manager, which the caller retains until the closure has returned.
  @_alwaysEmitIntoClient @inline(__always)
  package func describe(_ frame: inout factory_frame, _ types: FactoryTypes) {
    // The manager owns what `core` points to.
    let container = withExtendedLifetime(manager) { factory_core_identity(manager.core) }
    factory_frame_describe(
      &frame, container, types.result, declaration.name, declaration.file,
      declaration.lineAndFlags)
    let address = UnsafeRawPointer(Unmanaged.passUnretained(manager).toOpaque())
    frame.owner.manager = address
    frame.owner.core = withExtendedLifetime(manager) { UnsafeRawPointer(manager.core) }
    frame.owner.asked = address
  }

  /// The cached instance; nil if there is none.
  @_alwaysEmitIntoClient
  package func existingInstance<P, T>(_ types: FactoryTypes, _ parameter: P) -> T? {
    switch lookUp(types) {
    case .definition: return nil
    case .instance(let instance): return instance.take(T.self)
    case .slowPath(let found):
      if let weak = found.weak { return weak.take(T.self) }
      if found.takeClosure() != nil { return nil }
      return existingInstance(found.node, types, parameter, isForResolution: false)
    }
  }

  /// The same, after a lookup that has not returned the instance.
  /// - Parameter isForResolution: see `ContainerManager.existingBox`.
  @_alwaysEmitIntoClient
  package func existingInstance<P, T>(
    _ node: Node?, _ types: FactoryTypes, _ parameter: P, isForResolution: Bool
  ) -> T? {
    var frame = factory_frame()
    describe(&frame, types)
    return withUnsafeMutablePointer(to: &frame) { frame in
      withUnsafePointer(to: parameter) {
        frame.setParameter($0)
        return manager.existingBox(frame, node, scope, isForResolution: isForResolution)?
          .instance()
      }
    }
  }
}

// The functions `resolve()` of the kinds, and `@DynamicInjected`, use these.

extension FactoryDefinition {
  /// Resolves a factory without a parameter.
  @_alwaysEmitIntoClient @inline(__always)
  package func resolve<T, Failure: Error>(
    _ types: FactoryTypes, _ make: () throws(Failure) -> T
  ) throws(Failure) -> T {
    let lookup = lookUp(types)
    if case .instance(let instance) = lookup { return instance.take(T.self) }
    var frame = factory_frame()
    return try Self.resolve(self, in: &frame, lookup, types, Void.self, make)
  }

  /// Resolves a factory with a parameter.
  @_alwaysEmitIntoClient @inline(__always)
  package func resolve<P, T, Failure: Error>(
    _ types: FactoryTypes, _ parameter: P, _ make: (P) throws(Failure) -> T
  ) throws(Failure) -> T {
    let lookup = lookUp(types)
    if case .instance(let instance) = lookup { return instance.take(T.self) }
    var frame = factory_frame()
    // A copy costs less than a closure for `withUnsafePointer`, which would not be inlined.
    var parameter = parameter
    return try Self.resolve(self, in: &frame, lookup, types, at: &parameter, make)
  }

  // The rest of a resolution, in its frame, after a lookup that has found no instance.

  @_alwaysEmitIntoClient @inline(__always)
  static func resolve<P, T, Failure: Error>(
    _ definition: FactoryDefinition, in frame: Frame, _ lookup: Lookup,
    _ types: FactoryTypes, at parameter: UnsafePointer<P>, _ make: (P) throws(Failure) -> T
  ) throws(Failure) -> T {
    frame.setParameter(parameter)
    return try resolve(definition, in: frame, lookup, types, P.self) { () throws(Failure) in
      try make(parameter.pointee)
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func resolve<P, T, Failure: Error>(
    _ definition: FactoryDefinition, in frame: Frame, _ lookup: Lookup,
    _ types: FactoryTypes, _: P.Type, _ make: () throws(Failure) -> T
  ) throws(Failure) -> T {
    // The frame refers to it.
    defer { withExtendedLifetime(definition.manager) {} }
    guard case .slowPath(let found) = lookup else {
      definition.describe(&frame.pointee, types)
      return try frame.run(make)
    }
    var completion = Completion()
    let step = definition.manager.resolveSlowly(frame, found, definition, types, &completion)
    if case .definition = step { return try frame.run(&completion, make) }
    return try frame.take(step, &completion, P.self, T.self, Failure.self)
  }
}

extension Factory {
  /// Returns an instance: the one cached by the factory's scope, or a new one.
  ///
  /// May be called from any thread, unless the factory is isolated to an actor. The closure runs on
  /// the calling thread, with no lock held; if another thread is building the instance, the call
  /// waits for it. Traps with a message that shows the chain if the factory depends on itself.
  /// See <doc:Resolutions> and <doc:Errors>.
  ///
  /// ```swift
  /// let service = Container.shared.myService.resolve()
  /// ```
  @inline(never)
  public func resolve() -> T { _definition.resolve(Self._types, factory) }
}

extension ParameterFactory {
  /// Returns an instance for `parameter`: the one cached by the factory's scope, or a new one.
  ///
  /// Otherwise the same as ``Factory/resolve()``.
  @inline(never)
  public func resolve(_ parameter: P) -> T { _definition.resolve(Self._types, parameter, factory) }
}
