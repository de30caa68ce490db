// Factory, MIT licence; see LICENSE
//
// Identifies the container of a resolution in one word, which remains valid after the container is
// deallocated.
internal import FactoryCore

/// A number that is unique to the container in the process, combined with the index of its type.
///
/// Frames store it, so a report can name the container without retaining it.
struct ContainerIdentity {
  let bits: UInt64

  /// The identity of a new container of a type.
  init(_ type: Any.Type) {
    bits = Self.lock.withLock { Self.next(type) }
  }

  init(bits: UInt64) {
    self.bits = bits
  }

  /// The container's type; nil for a manager that has not been used yet.
  var type: Any.Type? { Self.lock.withLock { Self.type(of: bits) } }

  private static let lock = Lock()
  // Both variables are guarded by `lock`.
  nonisolated(unsafe) private static var types: [Any.Type] = []
  // Guarded by `lock`.
  nonisolated(unsafe) private static var containers: UInt64 = 0

  // From the lowest bits: the index of the type, of which there are as many as in the program's source; the
  // container's number; and 20 bits that are different in each copy of the library in the process.
  private static let indexBits: UInt64 = 16
  private static let numberBits: UInt64 = 28
  private static var image: UInt64 { UInt64(factory_image_number()) }

  private static func next(_ type: Any.Type) -> UInt64 {
    // A linear search: there are few types, and this runs once per container.
    var index = 0
    while index < types.count, types[index] != type { index += 1 }
    if index == types.count { types.append(type) }
    containers = (containers + 1) & (1 &<< numberBits - 1)
    return (image &<< numberBits | containers) &<< indexBits | UInt64(index)
  }

  private static func type(of bits: UInt64) -> Any.Type? {
    // Not so for a manager that has not been used yet, and for one that another copy of the library
    // has prepared, which has a list of its own.
    guard bits &>> (indexBits + numberBits) == image else { return nil }
    return types[Int(bits & (1 &<< indexBits - 1))]
  }
}
