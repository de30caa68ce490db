// Factory, MIT licence; see LICENSE
//
// Identifies the container of a resolution in one word, which remains valid after the container is
// deallocated.
internal import FactoryCore

/// A number that is unique to the container in the process, combined with the index of its type.
///
/// Frames store it, so a report can name the container without retaining it.
package struct ContainerIdentity {
  let bits: UInt64

  /// The identity of a new container of a type.
  package init(_ type: Any.Type) {
    bits = Self.types.withLock { Self.next(type, &$0) }
  }

  package init(bits: UInt64) {
    self.bits = bits
  }

  /// The container's type; nil for a manager that has not been used yet.
  package var type: Any.Type? {
    @inline(never) get { Self.types.withLock { Self.type(of: bits, $0) } }
  }

  /// The same for all containers of a type.
  var withoutNumber: UInt64 { bits & ~((1 &<< Self.numberBits - 1) &<< Self.indexBits) }

  private static let types = Locked<[Any.Type]>([])

  // From the lowest bit: 16 bits for the index of the container's type in `types`, 28 bits for the
  // container's number, and 20 bits that differ between the copies of FactoryKit in the process.
  private static let indexBits: UInt64 = 16
  private static let numberBits: UInt64 = 28
  /// Never zero. The copies' classes are in different pages of the memory.
  private static var copy: UInt64 {
    UInt64(UInt(bitPattern: ObjectIdentifier(Plan.self)) &>> 12 & 0xfffff | 1)
  }

  private static func next(_ type: Any.Type, _ types: inout [Any.Type]) -> UInt64 {
    // A linear search: there are few types, and this runs once per container.
    var index = 0
    while index < types.count, types[index] != type { index += 1 }
    if index == types.count { types.append(type) }
    return (copy &<< numberBits | nextNumber) &<< indexBits | UInt64(index)
  }

  private static var nextNumber: UInt64 {
    UInt64(factory_next_container()) & (1 &<< numberBits - 1)
  }

  /// The identity of a new container of the same type.
  var next: ContainerIdentity {
    ContainerIdentity(bits: withoutNumber | Self.nextNumber &<< Self.indexBits)
  }

  private static func type(of bits: UInt64, _ types: [Any.Type]) -> Any.Type? {
    // The number differs for a manager that has not been used yet, and for one that got its
    // identity from another copy of FactoryKit, which has its own `types`.
    guard bits &>> (indexBits + numberBits) == copy else { return nil }
    return types[Int(bits & (1 &<< indexBits - 1))]
  }
}
