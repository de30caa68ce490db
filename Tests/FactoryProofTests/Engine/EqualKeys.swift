// Factory, MIT licence; see LICENSE
//
// Keys that are equal but not at the same address, as modules in several images have them, and cached
// instances of many types.
import FactoryKit
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

  /// Keeps the copies reachable, so that they do not count as leaks.
  private static let lasting = LockedArray<UnsafePointer<UInt8>>()

  /// The same text, null-terminated like every literal, at an address of its own, which nobody frees. A literal's
  /// first word is its address: that is the standard library's layout, and checked.
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
}

@Suite("Cached instances of many types")
struct BoxClasses {
  @Test("Each of 1,728 types has its own cached instances, whichever thread is first")
  func manyTypes() {
    let wrong = Counter()
    onThreads(4) { _ in
      let container = ProofContainer()
      for first in parts {
        for second in parts {
          for third in parts {
            if !isCached(first, second, third, in: container) { wrong.increment() }
          }
        }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test("An instance with a greater alignment than its box is cached")
  func alignment() {
    let container = ProofContainer()
    let vector = Factory<SIMD16<Double>>(container, key: "vector") { .init(repeating: 7) }.cached
    #expect(vector() == SIMD16(repeating: 7))
    #expect(vector() == SIMD16(repeating: 7))
  }

  @Test("Values without bytes, functions, tuples and types are cached")
  func otherTypes() {
    let container = ProofContainer()
    let empty = Factory<Void>(container, key: "empty") {}.cached
    let function = Factory<@Sendable (Int) -> Int>(container, key: "function") { { $0 + 1 } }.cached
    let tuple = Factory<(Int, String?)>(container, key: "tuple") { (3, nil) }.cached
    let type = Factory<any Any.Type>(container, key: "type") { Piece.self }.cached
    for _ in 0..<2 {
      empty()
      #expect(function()(1) == 2)
      #expect(tuple().0 == 3 && tuple().1 == nil)
      #expect(ObjectIdentifier(type()) == ObjectIdentifier(Piece.self))
    }
  }
}

// The types of a combination are distinct types of instances.
private let parts: [any Any.Type] = [
  Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt8.self, UInt16.self, UInt32.self,
  Float.self, Double.self, String.self, Bool.self,
]

private struct Combination<First, Second, Third> {
  let text: String
  let counted: Piece
}

/// Whether a combination's factory returns the right value twice, with one object.
private func isCached<First, Second, Third>(
  _: First.Type, _: Second.Type, _: Third.Type, in container: ProofContainer
) -> Bool {
  let name = "\(First.self) \(Second.self) \(Third.self)"
  let factory = Factory<Combination<First, Second, Third>>(container, key: "combination") {
    Combination(text: name, counted: container.make())
  }.cached
  let (one, two) = (factory(), factory())
  return one.text == name && two.text == name && one.counted === two.counted
}
