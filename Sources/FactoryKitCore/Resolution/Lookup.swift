// Factory, MIT licence; see LICENSE
//
// The lookup, the first step of every resolution. It takes no lock, and the only shared memory that
// it writes is a hazard slot.
public import FactoryCore

/// The result of a lookup.
///
/// An enumeration, and not the C structure with properties, because the optimiser follows a case that it
/// knows into the code of that case. So it finds that a hit need not retain the container: see "Why a hit
/// does not retain the container" in Engine.md.
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
  ///
  /// Not inlined, because programs resolve factories at many places. It does not take the container, so a
  /// hit need not retain that.
  @usableFromInline @inline(never)
  package func take<T>(_: T.Type) -> T {
    // Alive while protected, and a `StrongBox<T>`: an entry's key contains the type, so the boxes
    // in its cells are of that type too. Copying the value retains it as its type requires, so also an
    // object of Objective-C, before the protection of its box ends.
    let object = UnsafeRawPointer(bitPattern: word).unsafelyUnwrapped
    let value = Unmanaged<StrongBox<T>>.fromOpaque(object)._withUnsafeGuaranteedRef { $0.value }
    // An instance is protected by a slot.
    Retirement.endProtection(slot.unsafelyUnwrapped)
    return value
  }

  /// The object that holds the instance, strongly or weakly, if there is one. It is protected.
  var object: UnsafeMutableRawPointer? {
    slot == nil ? nil : UnsafeMutableRawPointer(bitPattern: word)
  }

  /// For the slow path: the cached instance that is held weakly, if there is one.
  @_alwaysEmitIntoClient
  package var weak: WeakInstance? {
    guard let slot, let object = UnsafeMutableRawPointer(bitPattern: word) else { return nil }
    return WeakInstance(object: object, slot: slot)
  }

  /// For the slow path: the factory's entry, if the lookup has found one and no instance.
  @_alwaysEmitIntoClient
  package var entry: Entry? {
    slot == nil ? Entry(bitPattern: word & ~UInt(FACTORY_TAKE_SLOW_PATH)) : nil
  }

  /// Whether the factory's own closure is to be called.
  var callsDefinition: Bool { word == UInt(FACTORY_LOOKED_UP_DEFINITION) }
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
    // Alive while protected, and a `WeakBox`: see `LockedCell.publish`.
    Unmanaged<WeakBox>.fromOpaque(object.withoutTag)._withUnsafeGuaranteedRef { $0.retainedBits }
  }
}

extension ContainerManager {
  /// Looks up a factory. `scope` is the scope that the factory value has set.
  ///
  /// `releasenone`: the body only calls a C function, which changes no reference count. So a
  /// caller that owns the container need not retain the manager for the call. With that, unscoped
  /// resolutions on two threads take 0.5 times as long as on one; without it, more than 1 times.
  @usableFromInline @inline(never) @_effects(releasenone)
  package func lookUp(
    _ declaration: FactoryDeclaration, _ types: FactoryTypes, _ scope: ScopeReference?
  ) -> factory_lookup {
    factory_look_up(
      core, declaration.name, declaration.keyFile, types.result, types.parameter, scope?.address)
  }

  /// The built-in scope of a kind, if the factory already has it.
  ///
  /// `releasenone` for the same reason as `lookUp`: the body only calls two C functions.
  @usableFromInline @inline(never) @_effects(releasenone)
  package func scope(
    ofKind kind: Int, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> ScopeReference? {
    guard let address = factory_built_in_scope(kind),
      factory_has_scope(
        core, declaration.name, declaration.keyFile, types.result, types.parameter, address)
    else { return nil }
    return ScopeReference(address: address)
  }

  /// Whether the factory already has this scope.
  ///
  /// `releasenone` for the same reason as `lookUp`.
  @usableFromInline @inline(never) @_effects(releasenone)
  func hasScope(
    _ scope: ScopeReference, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> Bool {
    factory_has_scope(
      core, declaration.name, declaration.keyFile, types.result, types.parameter, scope.address)
  }
}
