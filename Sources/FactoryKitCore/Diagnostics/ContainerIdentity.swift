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
    let index = Self.types.withLock { Self.index(of: type, &$0) }
    self.init(index, number: factory_next_container())
  }

  package init(bits: UInt64) {
    self.bits = bits
  }

  private init(_ index: UInt64, number: UInt64) {
    bits =
      (Self.copy &<< Self.numberBits | number & Self.numberMask) &<< Self.indexBits | index
  }

  /// The container's type; nil for a manager that has not been used yet.
  package var type: Any.Type? {
    @inline(never) get { Self.types.withLock { Self.type(of: bits, $0) } }
  }

  /// The same for all containers of a type.
  var withoutNumber: UInt64 { bits & ~(Self.numberMask &<< Self.indexBits) }

  /// The container's number: containers that are made later have higher ones.
  var number: UInt64 { bits &>> Self.indexBits & Self.numberMask }

  /// The identity of a new container of the same type.
  var next: ContainerIdentity { withNumber(factory_next_container()) }

  /// The identity of another container of the same type.
  func withNumber(_ number: UInt64) -> ContainerIdentity {
    ContainerIdentity(bits: withoutNumber | (number & Self.numberMask) &<< Self.indexBits)
  }

  private static let types = Locked<[Any.Type]>([])

  // From the lowest bit: 11 bits for the index of the container's type in `types`; 41 bits for the container's
  // number, enough for 1,000 containers a second during 69 years; and 12 bits of the copy of FactoryKit. Two copies in a
  // process have the same ones in one of about 2,000 processes.
  private static let indexBits: UInt64 = 11
  private static let numberBits: UInt64 = 41
  private static var numberMask: UInt64 { 1 &<< numberBits - 1 }
  private static var indexMask: UInt64 { 1 &<< indexBits - 1 }
  /// Never zero. The copies' classes are in different pages of the memory.
  private static var copy: UInt64 {
    UInt64(UInt(bitPattern: ObjectIdentifier(Plan.self)) &>> 12 & 0xfff | 1)
  }

  /// The highest index stands for all types that have no index of their own.
  private static func index(of type: Any.Type, _ types: inout [Any.Type]) -> UInt64 {
    // A linear search: there are few types, and this runs once per container.
    var index = 0
    while index < types.count, types[index] != type { index += 1 }
    if index == types.count, index < indexMask { types.append(type) }
    return UInt64(index)
  }

  private static func type(of bits: UInt64, _ types: [Any.Type]) -> Any.Type? {
    // The copy differs for a manager that has not been used yet, and for one that got its
    // identity from another copy of FactoryKit, which has its own `types`.
    guard bits &>> (indexBits + numberBits) == copy else { return nil }
    let index = Int(bits & indexMask)
    return index < types.count ? types[index] : nil
  }
}
