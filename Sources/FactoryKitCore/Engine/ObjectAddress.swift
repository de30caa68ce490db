// Factory, MIT licence; see LICENSE
//
// Conversions between objects and their addresses, which structures of C and atomic words store. The class
// is known to the caller, and compared in debug builds only. Swift does not count a reference that is
// stored as an address, so each use states who owns the object.
internal import FactoryCore

extension UnsafeRawPointer {
  /// The address of an object, which the caller retains.
  @inline(__always)
  package init(unowned object: AnyObject) {
    self.init(Unmanaged.passUnretained(object).toOpaque())
  }

  /// The object at this address. The caller states what retains it.
  @inline(__always)
  package func object<Object: AnyObject>(_: Object.Type) -> Object {
    assumedObject(Unmanaged<AnyObject>.fromOpaque(self).takeUnretainedValue(), Object.self)
  }

  /// Runs `body` with the object, without retaining it. The caller states what retains it meanwhile.
  @inline(__always)
  package func withObject<Object: AnyObject, Result>(
    _: Object.Type, _ body: (Object) -> Result
  ) -> Result {
    #if DEBUG
      _ = object(Object.self)
    #endif
    return Unmanaged<Object>.fromOpaque(self)._withUnsafeGuaranteedRef(body)
  }
}

extension UnsafeMutableRawPointer {
  /// The address of an object, with a reference that the receiver of the address owns.
  @inline(__always)
  package init(owning object: AnyObject) {
    self = Unmanaged.passRetained(object).toOpaque()
  }

  /// The address of an object, which the caller retains.
  @inline(__always)
  package init(unowned object: AnyObject) {
    self = Unmanaged.passUnretained(object).toOpaque()
  }

  /// The same functions as those of `UnsafeRawPointer`.
  @inline(__always)
  package func object<Object: AnyObject>(_ type: Object.Type) -> Object {
    UnsafeRawPointer(self).object(type)
  }

  @inline(__always)
  package func withObject<Object: AnyObject, Result>(
    _ type: Object.Type, _ body: (Object) -> Result
  ) -> Result {
    UnsafeRawPointer(self).withObject(type, body)
  }

  /// The object at this address, whose reference the caller takes over from the owner of the address.
  @inline(__always)
  package func takeObject<Object: AnyObject>(_: Object.Type) -> Object {
    assumedObject(Unmanaged<AnyObject>.fromOpaque(self).takeRetainedValue(), Object.self)
  }

  /// Releases the reference that the owner of the address has.
  @inline(__always)
  package func releaseObject() { Unmanaged<AnyObject>.fromOpaque(self).release() }
}

/// An object of a class that the caller knows. Only debug builds compare the class.
@_alwaysEmitIntoClient @inline(__always)
package func assumedObject<Object: AnyObject>(_ object: AnyObject, _ type: Object.Type) -> Object {
  // The caller states why the object is of this class.
  unsafeDowncast(object, to: type)
}

// MARK: -

// A reference that is set once, for what a module above this one adds to resolutions.

/// A reference that is nil until it is set, once and for the rest of the process. Reading it takes no lock.
package struct SharedReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  // Sendable: the pointer is constant, and what it points to is only used by the atomic functions. Neither
  // the memory nor the object is ever released, so this is for global constants only.
  private let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  init() {
    address = .allocate(capacity: 1)
    address.initialize(to: nil)
  }

  package var object: Object? {
    // Set below, and never released.
    factory_pointer_load(address)?.object(Object.self)
  }

  /// Called once, by the initialiser of a global constant.
  package func set(_ object: Object) {
    assert(
      self.object == nil, "FactoryKit: set twice; two copies of FactoryKit use one FactoryKitCore")
    factory_pointer_store(address, UnsafeMutableRawPointer(owning: object))
  }
}
