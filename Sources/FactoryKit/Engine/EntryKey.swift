// Factory, MIT licence; see LICENSE
//
// By what a factory is known in its container: types and name.

/// The types of a factory, as they are part of its key.
@usableFromInline
struct FactoryTypes {
  @usableFromInline let parameter: ObjectIdentifier
  @usableFromInline let result: ObjectIdentifier

  @_alwaysEmitIntoClient @_transparent
  init<P, T>(_: P.Type, _: T.Type) {
    parameter = ObjectIdentifier(P.self)
    result = ObjectIdentifier(T.self)
  }
}

/// What a key is made of.
struct EntryKey {
  let name: UnsafePointer<UInt8>
  let type: ObjectIdentifier
  let parameterType: ObjectIdentifier

  /// A hash of the content, for keys that meet under different addresses.
  var contentHash: UInt64 {
    var hash = Self.bits(type) ^ (Self.bits(parameterType) &<< 1)
    var next = name
    while next.pointee != 0 {
      hash = (hash ^ UInt64(next.pointee)) &* 0x0000_0100_0000_01b3
      next += 1
    }
    return Self.spread(hash)
  }

  /// Whether the contents are equal.
  func matches(_ other: EntryKey) -> Bool {
    type == other.type && parameterType == other.parameterType && sameText(name, other.name)
  }

  /// A hash of the name's address and the type, for the table.
  static func addressHash(_ name: UnsafePointer<UInt8>, _ type: ObjectIdentifier) -> UInt64 {
    spread(UInt64(UInt(bitPattern: name)) ^ (bits(type) &<< 17) ^ (bits(type) &>> 4))
  }

  private static func bits(_ type: ObjectIdentifier) -> UInt64 { UInt64(UInt(bitPattern: type)) }

  /// One multiplication; of the product the high bits are well mixed.
  private static func spread(_ value: UInt64) -> UInt64 {
    (value &* 0x9e37_79b9_7f4a_7c15) &>> 24
  }
}

extension Entry {
  var key: EntryKey {
    EntryKey(name: name, type: type, parameterType: parameterType)
  }
}

/// Whether two null-terminated texts are equal, by address first.
func sameText(_ lhs: UnsafePointer<UInt8>, _ rhs: UnsafePointer<UInt8>) -> Bool {
  if lhs == rhs { return true }
  var lhs = lhs
  var rhs = rhs
  while lhs.pointee == rhs.pointee {
    if lhs.pointee == 0 { return true }
    lhs += 1
    rhs += 1
  }
  return false
}
