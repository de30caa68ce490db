// Factory, MIT licence; see LICENSE
//
// Captive instances that several threads resolve at once.
import FactoryTestSupport
import FactoryTesting
import Testing

extension FamilyContainer {
  fileprivate var racedSingle: Factory<Piece> {
    self { Piece("racedSingle", self.user()) }.singleton
  }
  fileprivate var racedShared: Factory<Piece> {
    self { Piece("racedShared", self.user()) }.scope(.ofFamily)
  }
}

@Suite("Captive dependencies and threads", .container) struct CaptiveThreadTests {
  @Test("All threads of a child get the one instance that it keeps", arguments: [true, false])
  func oneInstance(isSingleton: Bool) {
    let parent = FamilyContainer()
    for _ in 1...300 {
      let child = FamilyContainer(parent: parent, sharing: .ofFamily)
      child.user.register { Piece("child") }
      let instances = onThreads(6, inheritingContainers: true) { _ in
        (1...3).map { _ in isSingleton ? child.racedSingle() : child.racedShared() }
      }
      #expect(Set(instances.joined().map(ObjectIdentifier.init)).count == 1)
    }
  }
}
