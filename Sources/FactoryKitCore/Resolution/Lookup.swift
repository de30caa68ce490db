// Factory, MIT licence; see LICENSE
//
// The lookup, the first step of every resolution. It takes no lock, and the only shared memory that
// it writes is a hazard slot.
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
    guard let slot, let object = UnsafeMutableRawPointer(bitPattern: word) else { return nil }
    return WeakInstance(object: object, slot: slot)
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
