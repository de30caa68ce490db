// Factory, MIT licence; see LICENSE
//
// Keys that are equal but not at the same address, as modules in several images have them.
import FactoryTestSupport
import FactoryTesting
import Testing

@Suite("Keys at several addresses")
struct EqualKeys {
  @Test("Equal keys at different addresses are one factory")
  func equalKeys() {
    let container = ProofContainer()
    let keys = (0..<100).map { _ in Self.copy(of: "a key that moves") }
    let pieces = keys.map { key in
      Factory<Piece>(container, key: key) { container.make() }.cached()
    }
    #expect(Set(pieces.map(ObjectIdentifier.init)).count == 1)
  }

  @Test("Keys of the same length with other texts are other factories")
  func otherTexts() {
    let container = ProofContainer()
    let first = Factory<Piece>(container, key: Self.copy(of: "key 1")) { container.make() }.cached
    let second = Factory<Piece>(container, key: Self.copy(of: "key 2")) { container.make() }.cached
    #expect(first() !== second())
  }

  @Test("Equal keys of other types are other factories")
  func otherTypes() {
    let container = ProofContainer()
    let number = Factory<Int>(container, key: Self.copy(of: "same")) { 1 }.cached
    let text = Factory<String>(container, key: Self.copy(of: "same")) { "one" }.cached
    let made = ParameterFactory<Int, Int>(container, key: Self.copy(of: "same")) { $0 }.cached
    #expect(number() == 1)
    #expect(text() == "one")
    #expect(made(2) == 2)
  }

  @Test("A key that is stored as a single scalar works, and keeps its identity")
  func scalar() {
    let container = ProofContainer()
    let pieces = (0..<2).map { _ in
      Factory<Piece>(container, key: Self.scalar("ß")) { container.make() }.cached()
    }
    #expect(!Self.scalar("ß").hasPointerRepresentation)
    #expect(pieces[0] === pieces[1])
    let written = Factory<Piece>(container, key: "ß") { container.make() }.cached()
    #expect(written === pieces[0])
  }

  /// Keeps the copies reachable, so that they do not count as leaks.
  private static let lasting = LockedArray<UnsafePointer<UInt8>>()

  /// The same text, null-terminated like every literal, at an address of its own, which nobody
  /// frees. A literal's first word is its address: that is the standard library's layout, and
  /// checked.
  private static func copy(of key: StaticString) -> StaticString {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: key.utf8CodeUnitCount + 1)
    bytes.initialize(from: key.utf8Start, count: key.utf8CodeUnitCount + 1)
    var copy = key
    withUnsafeMutableBytes(of: &copy) {
      $0.storeBytes(of: UInt(bitPattern: bytes), as: UInt.self)
    }
    precondition(copy.utf8Start == UnsafePointer(bytes))
    lasting.append(UnsafePointer(bytes))
    return copy
  }

  /// The flag of a `StaticString` that has no address.
  private static let isScalarFlag: UInt8 = 1

  /// A key in the rare form of a scalar: its value in the first word, and a flag.
  private static func scalar(_ scalar: Unicode.Scalar) -> StaticString {
    var key: StaticString = "x"
    withUnsafeMutableBytes(of: &key) {
      $0.storeBytes(of: UInt(scalar.value), as: UInt.self)
      // The flags follow the address and the length.
      let flags = 2 * MemoryLayout<UInt>.size
      $0[flags] |= Self.isScalarFlag
    }
    precondition(!key.hasPointerRepresentation && key.unicodeScalar == scalar)
    return key
  }
}
