// Factory, MIT licence; see LICENSE
//
// What distinguishes one static factory from another: a key that no other factory has.
import FactoryKit

/// The key of a static factory, and its name in messages and traces.
///
/// FactoryKit identifies a factory by its property's name, which a static property does not pass to
/// its initial value. In 1.x every factory that is created is a separate one, so each gets a number
/// as its key.
struct FactoryName: Sendable {
  // Never changed or freed.
  nonisolated(unsafe) let key: UnsafePointer<UInt8>

  private static let names = Locked<[UnsafePointer<UInt8>: String]>([:])

  /// - Parameters:
  ///   - declaration: the value of `#function` where the factory is declared: for a static
  ///     property, the name of the enclosing type.
  ///   - kind: the name of the factory's type.
  ///
  /// Cost: two allocations that are never freed, as the static property that holds the factory.
  init(_ declaration: StaticString, kind: StaticString) {
    key = Self.names.withLock { names in
      let digits = Array(String(names.count).utf8) + [0]
      let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: digits.count)
      _ = text.initialize(from: digits)
      // Not empty, so it has an address.
      let key = UnsafePointer(text.baseAddress!)
      names[key] = "\(declaration).\(kind)"
      return key
    }
  }

  /// What a factory is called in messages; nil if the key is not one of a static factory.
  static func displayName(ofKey key: UnsafePointer<UInt8>) -> String? {
    names.withLock { $0[key] }
  }
}
