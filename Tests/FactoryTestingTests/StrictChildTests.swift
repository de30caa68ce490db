// Factory, MIT licence; see LICENSE
//
// Child containers in strict tests.
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var ofStrictParent: Factory<String> { self { "live" } }
}

@Suite("Child containers in strict tests", .container(.strict))
struct StrictChildTests {
  @Test("A child of a strict test's container is strict")
  func strict() {
    let child = Container(parent: .shared)
    withKnownIssue {
      #expect(child.ofStrictParent() == "live")
    } matching: { issue in
      issue.comments.first?.rawValue.contains("ofStrictParent") == true
    }
  }

  @Test("A registration of the parent or the child is enough")
  func registered() {
    let child = Container(parent: .shared)
    child.ofStrictParent.register { "child" }
    #expect(child.ofStrictParent() == "child")
    Container.shared.ofStrictParent.register { "parent" }
    #expect(Container(parent: .shared).ofStrictParent() == "parent")
  }
}
