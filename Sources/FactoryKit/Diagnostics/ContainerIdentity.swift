// Factory, MIT licence; see LICENSE
//
// Identifies the container of a resolution in one word, which remains valid after the container is
// deallocated.

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
  /// 16 bits are enough: the number of container types is bounded by the program's source.
  private static let indexBits: UInt64 = 16

  private static func next(_ type: Any.Type) -> UInt64 {
    // A linear search: there are few types, and this runs once per container.
    var index = 0
    while index < types.count, types[index] != type { index += 1 }
    if index == types.count { types.append(type) }
    containers += 1
    return containers &<< indexBits | UInt64(index)
  }

  private static func type(of bits: UInt64) -> Any.Type? {
    // The number 0 means a manager that has not been used yet.
    if bits >> indexBits == 0 { return nil }
    return types[Int(bits & (1 &<< indexBits - 1))]
  }
}
