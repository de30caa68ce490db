// Factory, MIT licence; see LICENSE
import Testing

@Suite("What a construction runs of a type")
struct ConstructionOfTypeTests {
  @Test("Methods and observers that no construction runs make no edges of the factory")
  func methods() {
    #expect(
      edges(
        """
        extension Container { var x: Factory<X> { self { X() } } }
        final class A {
          var name = "" { didSet { Container.shared.x() } }
          var size: Int { didSet { Container.shared.x() } }
          init() { size = 0; Container.shared.x(); start() }
          func start() { Container.shared.x() }
          func stop() { Container.shared.x() }
        }
        extension Container { var a: Factory<A> { self { A() } } }
        """) == [
          "a construct x:5", "a construct x:6", "type:A resolve x:3", "type:A resolve x:4",
          "type:A resolve x:7",
        ])
  }
}
