// Factory, MIT licence; see LICENSE
//
// The numbers by which frames and messages identify containers.
import FactoryKit
import Testing

@testable import FactoryKitCore

@Suite("The identity of a container")
struct ContainerIdentityTests {
  private let first = ContainerIdentity(Container.self)

  @Test(
    "Containers have different identities, however many were created in between",
    arguments: [1, 28, 32, 40])
  func differs(bits: UInt64) {
    let another = first.withNumber(7)
    let later = first.withNumber(7 + 1 << bits)
    #expect(another.bits != later.bits)
    #expect(later.withoutNumber == another.withoutNumber)
  }

  @Test("The identity contains the type, whatever the number is", arguments: [1, 1 << 28, .max])
  func type(number: UInt64) {
    #expect(first.withNumber(number).type == Container.self)
  }
}
