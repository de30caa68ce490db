// Factory, MIT licence; see LICENSE
//
// The lookup, the first step of every resolution. It takes no lock, and the only shared memory that
// it writes is a hazard slot.
public import FactoryCore

/// The result of a lookup.
///
/// An enumeration, and not the result of the C function with properties, because the optimiser follows a
/// case that it knows into the code of that case. So it finds that a hit need not retain the container:
/// see "Why a hit does not retain the container" in Engine.md.
@usableFromInline
@frozen
enum Lookup {
  /// Call the factory's own closure: no instance is cached, and no other closure replaces it.
  case definition
  /// Return the cached instance.
  case kept(ProtectedInstance)
  /// Return the cached instance, unless it is gone: it is held weakly.
  case keptWeakly(ProtectedInstance)
  /// Take the slow path. The entry is nil if the lookup did not find one.
  case follow(Entry?)

  /// Converts the result of the C function.
  @_alwaysEmitIntoClient @inline(__always)
  init(_ lookup: factory_lookup) {
    if let slot = lookup.slot {
      // There is an object if there is a slot.
      let object = lookup.object.unsafelyUnwrapped
      let instance = ProtectedInstance(object: object, slot: slot)
      self = object.holdsWeakly ? .keptWeakly(instance) : .kept(instance)
    } else if Int(bitPattern: lookup.object) == Int(FACTORY_CALL_DEFINITION) {
      self = .definition
    } else {
      self = .follow(lookup.object?.assumingMemoryBound(to: factory_entry.self))
    }
  }

  /// The factory's entry, if the slow path is to be taken and the lookup has found the entry.
  @_alwaysEmitIntoClient @inline(__always)
  var entry: Entry? {
    if case .follow(let entry) = self { return entry }
    return nil
  }
}

/// An instance in an object that a hazard slot protects.
@usableFromInline
@frozen
struct ProtectedInstance {
  @usableFromInline let object: UnsafeMutableRawPointer
  @usableFromInline let slot: UnsafeMutablePointer<factory_hazard>

  @_alwaysEmitIntoClient @inline(__always)
  init(object: UnsafeMutableRawPointer, slot: UnsafeMutablePointer<factory_hazard>) {
    self.object = object
    self.slot = slot
  }

  // One of the next two must be called exactly once, because it ends the protection.

  /// The instance of `Lookup.kept`.
  @_alwaysEmitIntoClient @inline(__always)
  func take<T>(_: T.Type) -> T {
    // Alive while protected, and a `StrongBox<T>`: an entry's key contains the type, so the boxes
    // in its cells are of that type too. Copying the value retains it as its type requires, so also an
    // object of Objective-C, before the protection of its box ends.
    let value = Unmanaged<StrongBox<T>>.fromOpaque(object)._withUnsafeGuaranteedRef { $0.value }
    Retirement.endProtection(slot)
    return value
  }

  /// The instance of `Lookup.keptWeakly`; nil if it is gone.
  @_alwaysEmitIntoClient @inline(__always)
  func takeWeakly<T>(_: T.Type) -> T? {
    // Not before the value has been moved: the box owns the bits.
    defer { Retirement.endProtection(slot) }
    return retainedBits?.assumingMemoryBound(to: T.self).move()
  }

  /// `WeakBox.retainedBits` of the instance of `Lookup.keptWeakly`. Does not end the protection, which
  /// must last until the value has been moved.
  @_alwaysEmitIntoClient @inline(__always)
  var retainedBits: UnsafeMutableRawPointer? {
    // Alive while protected, and a `WeakBox`: see `LockedCell.publish`.
    Unmanaged<WeakBox>.fromOpaque(object.withoutTag)._withUnsafeGuaranteedRef { $0.retainedBits }
  }
}

extension ContainerManager {
  /// Looks up a factory. `scope` is the scope that the factory value has set.
  ///
  /// `releasenone`: the body is a call of one C function, which changes no reference count. So a
  /// caller that owns the container need not retain the manager for the call. With that, unscoped
  /// resolutions on two threads take 0.5 times as long as on one; without it, more than 1 times.
  @usableFromInline @inline(never) @_effects(releasenone)
  func lookUp(
    _ name: UnsafePointer<UInt8>, _ file: UnsafePointer<UInt8>?, _ types: FactoryTypes,
    _ scope: ScopeReference?
  ) -> factory_lookup {
    factory_look_up(core, name, file, types.result, types.parameter, scope?.address)
  }

  /// The built-in scope of a kind, if the factory already has it.
  ///
  /// `releasenone` for the same reason as `lookUp`: the body only calls two C functions.
  @usableFromInline @inline(never) @_effects(releasenone)
  func scope(
    ofKind kind: Int, _ name: UnsafePointer<UInt8>, _ file: UnsafePointer<UInt8>?,
    _ types: FactoryTypes
  ) -> ScopeReference? {
    guard let address = factory_built_in_scope(kind),
      factory_has_scope(core, name, file, types.result, types.parameter, address)
    else { return nil }
    return ScopeReference(address: address)
  }

  /// Whether the factory already has this scope.
  ///
  /// `releasenone` for the same reason as `lookUp`.
  @usableFromInline @inline(never) @_effects(releasenone)
  func hasScope(
    _ scope: ScopeReference, _ name: UnsafePointer<UInt8>, _ file: UnsafePointer<UInt8>?,
    _ types: FactoryTypes
  ) -> Bool {
    factory_has_scope(core, name, file, types.result, types.parameter, scope.address)
  }
}
