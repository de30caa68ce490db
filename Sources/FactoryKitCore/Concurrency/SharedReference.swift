// Factory, MIT licence; see LICENSE
//
// A reference that is set once, for what a module above this one adds to resolutions.
internal import FactoryCore

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
