// Factory, MIT licence; see LICENSE
//
// Child containers in strict tests.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var ofStrictParent: Factory<String> { self { "live" } }
  fileprivate var holderOfStrict: Factory<StrictHolder> { self { StrictHolder() } }
  fileprivate var singleHolderOfStrict: Factory<StrictHolder> {
    self { StrictHolder() }.singleton.testable
  }
}

private final class StrictHolder {
  @Injected(\.ofStrictParent) var name: String
}

@Suite("Child containers in strict tests", .container(.strict), .collectsIssues)
struct StrictChildTests {
  @Test("A child of a strict test's container is strict")
  func strict() {
    let child = Container(parent: .shared)
    let messages = issues { #expect(child.ofStrictParent() == "live") }
    #expect(factories(messages) == ["ofStrictParent"])
  }

  @Test("The issue names the child by its label")
  func label() {
    let child = Container(parent: .shared, label: "tab 2")
    let messages = issues { #expect(child.ofStrictParent() == "live") }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("in the child container \"tab 2\"") == true)
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
    let messages = issues { #expect(child.holderOfStrict().name == "live") }
    #expect(factories(messages) == ["ofStrictParent"])
    #expect(messages.first?.contains("holderOfStrict") == true)
  }

  @Test(
    "What a child registers is an issue if the test's container is built without it, once for each pair"
  )
  func passedOver() {
    Container.shared.ofStrictParent.register { "parent" }
    let messages = issues {
      for label in ["tab 2", "tab 3"] {
        let child = Container(parent: .shared, label: label)
        child.ofStrictParent.register { "child" }
        Container.shared.singleHolderOfStrict.reset()
        #expect(child.singleHolderOfStrict().name == "parent")
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("FactoryKit: passed over: ") == true)
    #expect(messages.first?.contains("in the child container \"tab 2\"") == true)
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

private final class PlainParent: SharedContainer {
  @TaskLocal static var shared = PlainParent()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: PlainParent) { manager = ContainerManager(childOf: parent) }

  var kept: Factory<String> { self { "live" }.singleton }
  var other: Factory<String> { self { "live" } }
}

@Suite("Nested strict containers", .collectsIssues) struct NestedStrictTests {
  @Test("What a parent builds for a strict child is reported, until the child registers it")
  func parentIsPlain() {
    let parent = PlainParent()
    let messages = issues {
      withTestContainer(PlainParent.$shared, PlainParent(parent: parent), .strict) {
        #expect(PlainParent.shared.kept() == "live")
      }
    }
    #expect(factories(messages) == ["kept"])
    let others = issues {
      withTestContainer(PlainParent.$shared, PlainParent(parent: parent), .strict) {
        PlainParent.shared.kept.register { "child" }
        #expect(PlainParent.shared.kept() == "child")
      }
    }
    #expect(others == [])
  }

  @Test("In a strict container, another strict one reports each factory once, and allows more")
  func nested() {
    let messages = issues {
      withTestContainer(PlainParent.$shared, PlainParent(), .strict) {
        let container = PlainParent.shared
        withTestContainer(PlainParent.$shared, container, .strict, allowing: \.other) {
          _ = PlainParent.shared.other()
          _ = PlainParent.shared.kept()
        }
        withTestContainer(PlainParent.$shared, PlainParent(parent: container), .strict) {
          _ = PlainParent.shared.kept()
        }
      }
    }
    #expect(factories(messages) == ["kept"])
  }

  @Test(
    "What an inner strict container allows is reported outside of it, once",
    arguments: [false, true])
  func allowedMeanwhile(isReportedBefore: Bool) {
    let messages = issues {
      withTestContainer(PlainParent.$shared, PlainParent(), .strict) {
        let container = PlainParent.shared
        if isReportedBefore { _ = container.other() }
        withTestContainer(PlainParent.$shared, container, .strict, allowing: \.other) {
          _ = PlainParent.shared.other()
        }
        _ = PlainParent.shared.other()
      }
    }
    #expect(factories(messages) == ["other"])
  }
}
