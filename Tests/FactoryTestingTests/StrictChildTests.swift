// Factory, MIT licence; see LICENSE
//
// Child containers in strict tests.
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var ofStrictParent: Factory<String> { self { "live" } }
  fileprivate var holderOfStrict: Factory<StrictHolder> { self { StrictHolder() } }
}

private final class StrictHolder {
  @Injected(\.ofStrictParent) var name: String
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

  @Test("The issue names the child by its label")
  func label() {
    let child = Container(parent: .shared, label: "tab 2")
    withKnownIssue {
      #expect(child.ofStrictParent() == "live")
    } matching: { issue in
      issue.comments.first?.rawValue.contains("in the child container \"tab 2\"") == true
    }
  }

  @Test("What a child builds injects what is registered in the test's container")
  func injected() {
    Container.shared.ofStrictParent.register { "parent" }
    Container.shared.holderOfStrict.register { StrictHolder() }
    let child = Container(parent: .shared)
    #expect(child.holderOfStrict().name == "parent")
    child.ofStrictParent.register { "child" }
    #expect(child.holderOfStrict().name == "child")
  }

  @Test("What a child builds is reported if it injects a live instance")
  func injectedLive() {
    Container.shared.holderOfStrict.register { StrictHolder() }
    let child = Container(parent: .shared, label: "tab 2")
    withKnownIssue {
      #expect(child.holderOfStrict().name == "live")
    } matching: { issue in
      issue.comments.first?.rawValue.contains("ofStrictParent") == true
        && issue.comments.first?.rawValue.contains("holderOfStrict") == true
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
