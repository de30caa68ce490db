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
    bits = number &<< Self.indexBits | index
  }

  /// The container's type; nil for a manager that has not been used yet.
  package var type: Any.Type? {
    @inline(never) get { Self.types.withLock { Self.type(of: bits, $0) } }
  }

  /// The same for all containers of a type.
  var withoutNumber: UInt64 { bits & Self.indexMask }

  /// The container's number: containers that are made later have higher ones.
  var number: UInt64 { bits &>> Self.indexBits }

  /// The identity of a new container of the same type.
  var next: ContainerIdentity { withNumber(factory_next_container()) }

  /// The identity of another container of the same type.
  func withNumber(_ number: UInt64) -> ContainerIdentity {
    ContainerIdentity(bits: withoutNumber | number &<< Self.indexBits)
  }

  private static let types = Locked<[Any.Type]>([])

  /// The lowest bits are the index of the container's type in `types`, the others the container's number. Numbers begin
  /// with one, so only the identity of a manager that has not been used is zero.
  private static let indexBits: UInt64 = 11
  private static var indexMask: UInt64 { 1 &<< indexBits - 1 }

  /// The highest index stands for all types that have no index of their own.
  private static func index(of type: Any.Type, _ types: inout [Any.Type]) -> UInt64 {
    // A linear search: there are few types, and this runs once per container.
    var index = 0
    while index < types.count, types[index] != type { index += 1 }
    if index == types.count, index < indexMask { types.append(type) }
    return UInt64(index)
  }

  private static func type(of bits: UInt64, _ types: [Any.Type]) -> Any.Type? {
    if bits == 0 { return nil }
    let index = Int(bits & indexMask)
    return index < types.count ? types[index] : nil
  }
}
