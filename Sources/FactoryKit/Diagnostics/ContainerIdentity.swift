// Factory, MIT licence; see LICENSE
//
// Which container a resolution is of, in a word that outlives the container.

/// A number that no other container of the process has, and the container's type, as an index.
///
/// Frames name their container by it: nothing has to keep the container for the sake of a report.
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
  // The two are guarded by `lock`.
  nonisolated(unsafe) private static var types: [Any.Type] = []
  // See above.
  nonisolated(unsafe) private static var containers: UInt64 = 0
  /// The number of types is bounded by the program's text; 16 bits are ample.
  private static let indexBits: UInt64 = 16

  private static func next(_ type: Any.Type) -> UInt64 {
    // Few, and once for each container.
    var index = 0
    while index < types.count, types[index] != type { index += 1 }
    if index == types.count { types.append(type) }
    containers += 1
    return containers &<< indexBits | UInt64(index)
  }

  private static func type(of bits: UInt64) -> Any.Type? {
    // No container has the number 0: that is a manager that has not been used yet.
    if bits >> indexBits == 0 { return nil }
    return types[Int(bits & (1 &<< indexBits - 1))]
  }
}
