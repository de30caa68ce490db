// Factory, MIT licence; see LICENSE
//
// Child containers of a test's container, also of a strict one, and test containers that are
// children.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class Whole: @unchecked Sendable {
  // Sendable: the wrappers lock, and `injected` is never assigned.
  @Injected(\.partOfTest) var injected
  @LazyInjected(\.partOfTest) var lazy
  @DynamicInjected(\.partOfTest) var dynamic

  var names: [String] { [injected.name, lazy.name, dynamic.name] }
}

extension Container {
  fileprivate var partOfTest: Factory<StrictService> { self { StrictService("live") } }
  fileprivate var wholeOfTest: Factory<Whole> { self { Whole() } }
  fileprivate var singleWholeOfTest: Factory<Whole> { self { Whole() }.singleton }
}

/// The process's container, or that which the process would have.
private let root = Container()

extension Trait where Self == ContainerTrait<Container> {
  /// Each test's container is a child.
  fileprivate static var childContainer: Self {
    .init(shared: Container.$shared, container: Container(parent: root, label: "of the test"))
  }
}

private let allOfTrait = ["trait", "trait", "trait"]

@Suite(
  "Children of a test's container", .container { $0.partOfTest.register { StrictService("trait") } }
)
struct ChildOfTestTests {
  @Test("What a child builds injects what the suite's trait has registered")
  func trait() {
    let child = Container(parent: .shared)
    #expect(child.wholeOfTest().names == allOfTrait)
    #expect(child.singleWholeOfTest().names == allOfTrait)
  }

  @Test("In a nested test container, a child's objects inject from the child")
  func withOtherContainer() {
    let child = Container(parent: .shared)
    let whole = child.wholeOfTest()
    withTestContainer {
      $0.partOfTest.register { StrictService("inner") }
    } operation: {
      #expect(whole.names == allOfTrait)
      #expect(child.wholeOfTest().names == allOfTrait)
      #expect(Container(parent: .shared).wholeOfTest().names == ["inner", "inner", "inner"])
    }
  }
}

@Suite("Test containers that are children", .childContainer, .collectsIssues)
struct ChildAsTestContainerTests {
  @Test("The shared container is a child of its own for each test", arguments: 0..<3)
  func own(number: Int) {
    #expect(Container.shared !== root)
    #expect(Container.shared.manager.label == "of the test")
    #expect(Container.shared.partOfTest().name == "live")
    Container.shared.partOfTest.register { StrictService("\(number)") }
    #expect(Container.shared.wholeOfTest().names == Array(repeating: "\(number)", count: 3))
    #expect(Whole().names == Array(repeating: "\(number)", count: 3))
    #expect(root.partOfTest().name == "live")
  }

  @Test(
    "A strict test names the child from which an object injects later",
    .childContainer(.strict, allowing: \.wholeOfTest))
  func strictLater() {
    let child = Container(parent: .shared, label: "tab 3")
    child.partOfTest.register { StrictService("child") }
    let whole = child.wholeOfTest()
    child.partOfTest.reset(.registration)
    let messages = issues { #expect(whole.dynamic.name == "live") }
    #expect(factories(messages) == ["partOfTest"])
    #expect(messages.first?.contains("in the child container \"tab 3\"") == true)
  }
}

// MARK: Strict tests

extension Container {
  fileprivate var ofStrictParent: Factory<String> { self { "live" } }
  fileprivate var holderOfStrict: Factory<StrictHolder> { self { StrictHolder() } }
}

private final class StrictHolder {
  @Injected(\.ofStrictParent) var name: String
}

@Suite("Child containers in strict tests", .container(.strict), .collectsIssues)
struct StrictChildTests {
  @Test("A child of a strict test's container is strict, and the issue names it by its label")
  func label() {
    let child = Container(parent: .shared, label: "tab 2")
    let messages = issues { #expect(child.ofStrictParent() == "live") }
    #expect(factories(messages) == ["ofStrictParent"])
    #expect(messages.first?.contains("in the child container \"tab 2\"") == true)
  }

  @Test("What a child builds is not reported if the parent or the child has a registration")
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
