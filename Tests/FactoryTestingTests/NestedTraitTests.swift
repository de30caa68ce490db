// Factory, MIT licence; see LICENSE
//
// Traits of a test and its suites for the same container.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var steps: Factory<[String]> { self { [] } }
  fileprivate var existing: Factory<StrictService> { self { StrictService() }.singleton }

  /// Makes `steps` one longer.
  fileprivate func add(_ step: String) {
    let earlier = steps()
    steps.register { earlier + [step] }
  }
}

extension StrictContainer {
  fileprivate var steps: Factory<[String]> { self { [] } }
}

@Suite(.container { $0.add("outer") })
struct NestedTraitTests {
  @Test("The closure of a suite changes the container of each test", arguments: 0..<2)
  func suite(_: Int) {
    #expect(Container.shared.steps() == ["outer"])
    Container.shared.add("test")
    #expect(isNew(Container.shared))
  }

  @Test("A test's own trait without a closure keeps that of the suite", .container)
  func withoutClosure() {
    #expect(Container.shared.steps() == ["outer"])
    #expect(isNew(Container.shared))
  }

  @Suite(.container { $0.add("inner") })
  struct Inner {
    @Test(
      "The closures of nested suites run first, the outermost first, on one container",
      .container { $0.add("test") }, arguments: 0..<2)
    func all(_: Int) {
      #expect(Container.shared.steps() == ["outer", "inner", "test"])
      #expect(isNew(Container.shared))
    }
  }
}

private let closures = Counter()

@Suite(.container { _ in closures.increment() })
struct NestedTraitOnceTests {
  @Test("The closure of a suite runs once for each test", .container, .container)
  func once() {
    #expect(closures.value == 1)
  }
}

@Suite(.strictContainer { $0.steps.register { ["outer"] } })
struct NestedCustomTraitTests {
  @Test(
    "Custom containers nest too, and the test's own trait creates the container",
    .named {
      let earlier = $0.steps()
      $0.steps.register { earlier + ["test"] }
    })
  func custom() {
    #expect(StrictContainer.shared.name == "named")
    #expect(StrictContainer.shared.steps() == ["outer", "test"])
  }

  @Test("Traits of several containers nest separately", .container { $0.add("test") })
  func several() {
    #expect(Container.shared.steps() == ["test"])
    #expect(StrictContainer.shared.steps() == ["outer"])
  }
}

extension Trait where Self == ContainerTrait<StrictContainer> {
  fileprivate static var named: Self {
    .init(shared: StrictContainer.$shared, container: StrictContainer(name: "named"))
  }
}

@Suite(.container(.strict), .collectsIssues)
struct NestedOptionsTests {
  @Test(
    "The options of a test are added to those of its suite",
    .container(.freshSingletons, allowing: \.existing))
  func both() async throws {
    #expect(Container.shared.existing().name == "live")
    #expect(factories(issues { _ = Container.shared.strictPlain() }) == ["strictPlain"])
  }
}

@Suite(.container { _ = $0.strictPlain() }, .collectsIssues) struct StrictInnermostTests {
  @Test(
    "A strict test reports what the closures of its suites resolve, unless that is allowed",
    .container(.strict, allowing: \.strictPlain))
  func suites() {
    #expect(factories(issues { _ = Container.shared.strictOther() }) == ["strictOther"])
  }
}

@Suite(.collectsIssues) struct StrictTraitEndTests {
  @Test("What a detached task resolves is recorded when the test ends")
  func detached() async {
    let isLate = Flag()
    let messages = await issues {
      try await asTest(.strictContainer(.strict)) {
        let container = StrictContainer.shared
        await Task.detached { _ = container.plain() }.value
        onThreads(1) { _ in _ = (container.plain(), container.other()) }
        isLate.raise()
      }
    }
    #expect(isLate.isRaised)
    #expect(factories(messages) == ["plain", "other"])
  }

  @Test("What a detached task resolves is recorded even if the test throws an error")
  func thrown() async {
    let messages = await issues {
      await #expect(throws: StrictError.self) {
        try await asTest(.strictContainer(.strict)) {
          let container = StrictContainer.shared
          await Task.detached { _ = container.plain() }.value
          throw StrictError.failed
        }
      }
    }
    #expect(factories(messages) == ["plain"])
  }

  @Test("A container is not strict any more when its test has ended")
  func ended() async throws {
    let left = LockedValue<StrictContainer?>(nil)
    try await asTest(.strictContainer(.strict)) {
      left.withLock { $0 = StrictContainer.shared }
    }
    #expect(left.withLock { $0 }?.plain().name == "live")
  }
}
