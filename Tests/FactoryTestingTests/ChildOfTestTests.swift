// Factory, MIT licence; see LICENSE
//
// Child containers of a test's container, and test containers that are children.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Part: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Whole: @unchecked Sendable {
  // Sendable: the wrappers lock, and `injected` is never assigned.
  @Injected(\.partOfTest) var injected
  @LazyInjected(\.partOfTest) var lazy
  @DynamicInjected(\.partOfTest) var dynamic

  var names: [String] { [injected.name, lazy.name, dynamic.name] }
}

private final class StrictWhole: Sendable {
  let part: Part = dependency(\.strictPartOfTest)
  var names: [String] { [part.name] }
}

private final class FamilyOfTest: SharedContainer {
  @TaskLocal static var shared = FamilyOfTest()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: FamilyOfTest, label: String? = nil) {
    manager = ContainerManager(childOf: parent, label: label)
  }

  var part: Factory<Part> { self { Part("live") } }
  var name: Factory<String> { self { dependency(\FamilyOfTest.part).name } }
}

extension Container {
  fileprivate var partOfTest: Factory<Part> { self { Part("live") } }
  fileprivate var wholeOfTest: Factory<Whole> { self { Whole() } }
  fileprivate var cachedWholeOfTest: Factory<Whole> { self { Whole() }.cached }
  fileprivate var singleWholeOfTest: Factory<Whole> { self { Whole() }.singleton }
  fileprivate var strictPartOfTest: Factory<Part> { self { Part("live") }.testable }
  fileprivate var strictSingleOfTest: Factory<StrictWhole> {
    self { StrictWhole() }.singleton.testable
  }
  fileprivate var asyncWholeOfTest: AsyncFactory<Whole, Never> {
    self { () async in
      async let whole = Whole()
      return await whole
    }.cached
  }
}

/// The process's containers, or those that the process would have.
private let root = Container()
private let rootFamily = FamilyOfTest()

extension Trait where Self == ContainerTrait<Container> {
  /// Each test's container is a child.
  fileprivate static var childContainer: Self {
    .init(shared: Container.$shared, container: Container(parent: root, label: "of the test"))
  }
}

extension Trait where Self == ContainerTrait<FamilyOfTest> {
  fileprivate static var family: Self {
    .init(shared: FamilyOfTest.$shared, container: FamilyOfTest())
  }
  fileprivate static var childFamily: Self {
    .init(
      shared: FamilyOfTest.$shared, container: FamilyOfTest(parent: rootFamily, label: "family"))
  }
}

private let allOfTrait = ["trait", "trait", "trait"]

@Suite("Children of a test's container", .container { $0.partOfTest.register { Part("trait") } })
struct ChildOfTestTests {
  @Test("What a child builds injects what the suite's trait has registered")
  func trait() async {
    let child = Container(parent: .shared)
    #expect(child.wholeOfTest().names == allOfTrait)
    #expect(child.cachedWholeOfTest().names == allOfTrait)
    #expect(child.singleWholeOfTest().names == allOfTrait)
    #expect(await child.asyncWholeOfTest().names == allOfTrait)
  }

  @Test(
    "What a child builds injects what the test's own trait has registered",
    .container { $0.partOfTest.register { Part("test") } })
  func nestedTrait() {
    #expect(Container(parent: .shared).wholeOfTest().names == ["test", "test", "test"])
  }

  @Test("What a child of a child builds injects from the nearest one that has a registration")
  func nested() {
    let outer = Container(parent: .shared)
    let inner = Container(parent: outer)
    #expect(inner.wholeOfTest().names == allOfTrait)
    outer.partOfTest.register { Part("outer") }
    #expect(inner.wholeOfTest().names == ["outer", "outer", "outer"])
  }

  @Test("When the child is gone, its objects inject from the test's container")
  func gone() {
    let whole = Container(parent: .shared).wholeOfTest()
    Container.shared.partOfTest.register { Part("test") }
    #expect(whole.names == ["trait", "test", "test"])
  }

  @Test("In a nested test container, a child's objects inject from the child")
  func withOtherContainer() {
    let child = Container(parent: .shared)
    let whole = child.wholeOfTest()
    withTestContainer {
      $0.partOfTest.register { Part("inner") }
    } operation: {
      #expect(whole.names == allOfTrait)
      #expect(child.wholeOfTest().names == allOfTrait)
      #expect(Container(parent: .shared).wholeOfTest().names == ["inner", "inner", "inner"])
    }
  }

  @Test("Containers that are carried to a thread inject from the child that is the shared one")
  func carried() {
    let child = Container(parent: .shared)
    let names = child.run {
      let here = CarriedContainers()
      let names = LockedArray<[String]>()
      TestThread { here { names.append(Container.shared.wholeOfTest().names) } }.join()
      return names.elements
    }
    #expect(names == [allOfTrait])
  }

  @Test(
    "What a child of a custom container builds injects what that container's trait has registered",
    .family { $0.part.register { Part("family") } })
  func customContainer() {
    #expect(FamilyOfTest(parent: .shared).name() == "family")
  }
}

@Suite("Test containers that are children", .childContainer, .childFamily, .collectsIssues)
struct ChildAsTestContainerTests {
  @Test("The shared container is a child of its own for each test", arguments: 0..<3)
  func own(number: Int) {
    #expect(Container.shared !== root)
    #expect(Container.shared.manager.label == "of the test")
    #expect(Container.shared.partOfTest().name == "live")
    Container.shared.partOfTest.register { Part("\(number)") }
    #expect(Container.shared.wholeOfTest().names == Array(repeating: "\(number)", count: 3))
    #expect(Whole().names == Array(repeating: "\(number)", count: 3))
    #expect(root.partOfTest().name == "live")
  }

  @Test("A child of it injects from itself, and what it does not have from the test's container")
  func child() {
    Container.shared.partOfTest.register { Part("test") }
    let child = Container(parent: .shared)
    #expect(child.wholeOfTest().names == ["test", "test", "test"])
    child.partOfTest.register { Part("child") }
    #expect(child.wholeOfTest().names == ["child", "child", "child"])
  }

  @Test("A singleton is built without what the test has registered, and the log says so")
  func singleton() {
    let log = ExpectedLines(containing: "Container.singleWholeOfTest<")
    Container.shared.partOfTest.register { Part("test") }
    let whole = Container.shared.singleWholeOfTest()
    #expect(whole.names == ["live", "live", "live"])
    #expect(Container.shared.singleWholeOfTest() === whole)
    #expect(root.singleWholeOfTest() === whole)
    #expect(log.lines.passedOver == [["singleWholeOfTest", "partOfTest"]])
  }

  @Test("In a strict test that is an issue", .childContainer(.strict))
  func strictSingleton() {
    let messages = issues {
      Container.shared.strictPartOfTest.register { Part("test") }
      #expect(Container.shared.strictSingleOfTest().names == ["live"])
    }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("FactoryKit: passed over: ") == true)
    #expect(messages.first?.contains("in the child container \"of the test\"") == true)
  }

  @Test("withTestContainer takes a child")
  func function() async {
    let child = FamilyOfTest(parent: rootFamily)
    let name = withTestContainer(FamilyOfTest.$shared, child) {
      $0.part.register { Part("own") }
    } operation: {
      FamilyOfTest.shared.name() + dependency(\FamilyOfTest.name)
    }
    #expect(name == "ownown")
    #expect(rootFamily.name() == "live")
  }

  @Test("The custom container of the trait is a child")
  func customContainer() {
    FamilyOfTest.shared.part.register { Part("test") }
    #expect(FamilyOfTest.shared.name() == "test")
    #expect(FamilyOfTest(parent: .shared).name() == "test")
    #expect(rootFamily.part().name == "live")
  }

  @Test(
    "A strict test names the child that is its container, by its label", .childContainer(.strict))
  func strict() {
    let messages = issues { _ = Container.shared.partOfTest() }
    #expect(factories(messages) == ["partOfTest"])
    #expect(messages.first?.contains("in the child container \"of the test\"") == true)
  }

  @Test("A strict test names the child of its container that is the owner", .childFamily(.strict))
  func strictChild() {
    let child = FamilyOfTest(parent: .shared, label: "tab 2")
    let messages = issues { #expect(child.name() == "live") }
    // A composite, and the leaf that it injects.
    #expect(factories(messages).sorted() == ["name", "part"])
    for message in messages { #expect(message.contains("in the child container \"tab 2\"")) }
  }

  @Test(
    "A strict test names the child from which an object injects later",
    .childContainer(.strict, allowing: \.wholeOfTest))
  func strictLater() {
    let child = Container(parent: .shared, label: "tab 3")
    child.partOfTest.register { Part("child") }
    let whole = child.wholeOfTest()
    child.partOfTest.reset(.registration)
    let messages = issues { #expect(whole.dynamic.name == "live") }
    #expect(factories(messages) == ["partOfTest"])
    #expect(messages.first?.contains("in the child container \"tab 3\"") == true)
  }
}
