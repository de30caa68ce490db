// Factory, MIT licence; see LICENSE
//
// The rule of owners, "`run`": it starts over, also in `CarriedContainers` and test containers; `withValue` does not.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// The forms of `run`, and what uses it.
private enum Form: CaseIterable, Sendable {
  case run, runOfType, carried

  func callAsFunction<Result>(_ container: Container, _ body: () -> Result) -> Result {
    switch self {
    case .run: container.run(body)
    case .runOfType: container.run(Container.$shared, body)
    case .carried: container.run { CarriedContainers() }(body)
    }
  }

  func callAsFunction(_ container: Container, _ body: @Sendable () async -> Void) async {
    switch self {
    case .run: await container.run(body)
    case .runOfType: await container.run(Container.$shared, body)
    case .carried: await container.run { CarriedContainers() }(body)
    }
  }
}

@Suite("The rule of owners: run", .container) struct RunBarrierTests {
  private let root = Container.shared
  private let request = Container.child("request")
  private let other = Container.child("other")
  private let seen = LockedArray<String>()

  @Test(
    "In it, the frames around do not count for containers of its family",
    arguments: RuleKind.allCases, Form.allCases)
  fileprivate func family(kind: RuleKind, form: Form) async throws {
    for scope in RuleScope.noneAndCached {
      let names = try await kind.origin(in: request, scope) {
        [unowned root, unowned request, unowned other] in
        let around = root.origin().name
        let inside = form(other) {
          [root.origin(), request.origin(), other.origin()].map(\.name)
        }
        return Origin("\(around), \(inside), \(root.origin().name)")
      }
      #expect(names.name == "request, \(["root", "request", "other"]), request")
    }
  }

  @Test("Nor for injection of its container type", arguments: RuleInjection.allCases, Form.allCases)
  fileprivate func injection(injection: RuleInjection, form: Form) {
    let names = ParameterFactory<Container, [String]>(request, key: "names") { container in
      [injection().name, form(container) { injection().name }, injection().name]
    }
    #expect(names(other) == ["request", "other", "request"])
    #expect(names(root) == ["request", "root", "request"])
    #expect(names(request) == ["request", "request", "request"])
  }

  @Test("So it is in an asynchronous construction, and its child tasks", arguments: Form.allCases)
  fileprivate func asynchronous(form: Form) async {
    for scope in RuleScope.noneAndCached {
      let names = AsyncFactory<LockedArray<String>, Never>(request, key: "names") {
        [root, other] () async in
        let names = LockedArray<String>()
        await form(other) {
          async let named = root.origin().name
          async let injected = dependency(\.origin).name
          for name in await [named, injected] { names.append(name) }
          let task = Task { [root.origin().name, dependency(\.origin).name] }
          for name in await task.value { names.append(name) }
        }
        names.append(root.origin().name)
        return names
      }
      #expect(
        await names.inScope(scope)().elements == ["root", "other", "root", "other", "request"])
    }
  }

  @Test("run adds no owner: a parent that is named in it is itself", arguments: Form.allCases)
  fileprivate func noOwner(form: Form) {
    form(request) {
      #expect(Container.shared === request)
      #expect(root.origin().name == "root")
    }
  }

  @Test("run adds no owner: lazy wrappers that are made in it remember nothing")
  func remembersNothing() {
    final class Later {
      @LazyInjected(\.origin) var lazy
      @DynamicInjected(\.origin) var dynamic
    }
    let later = Factory<Later>(request, key: "later") { [unowned other] in other.run { Later() } }
    let made = later()
    #expect(made.dynamic.name == "root")
    #expect(other.run { made.dynamic.name } == "other")
    #expect(made.lazy.name == "root")
  }

  @Test("run of a parent is the way to the parent's instance")
  func instanceOfParent() {
    let ofRoot = root.cachedOrigin()
    let origin = Factory<Origin>(request, key: "of parent") { [unowned root] in
      root.run { root.cachedOrigin() }
    }
    #expect(origin() === ofRoot)
  }

  @Test("For containers of other families, the frames around go on to count")
  func otherFamilies() {
    let depot = Depot.child("child of the depot")
    let names = Factory<[String]>(request, key: "names") { [unowned root] in
      depot.run(Depot.$shared) {
        [root.origin().name, dependency(\.origin).name, dependency(\Depot.origin).name]
      }
    }
    #expect(names() == ["request", "request", "child of the depot"])
    let ofDepot = Factory<[String]>(depot, key: "names") { [unowned other] in
      other.run {
        [Depot.shared.origin().name, dependency(\Depot.origin).name, dependency(\.origin).name]
      }
    }
    #expect(ofDepot() == ["child of the depot", "child of the depot", "other"])
  }

  @Test("For another family of the same type, too, but injection starts over")
  func otherFamilyOfType() {
    let another = Container()
    another.register("another")
    let names = Factory<[String]>(request, key: "names") { [unowned root] in
      another.run { [root.origin().name, dependency(\.origin).name] }
    }
    #expect(names() == ["request", "another"])
  }

  @Test("A test container is used in the same way", arguments: RuleInjection.allCases)
  func testContainer(injection: RuleInjection) {
    let names = Factory<[String]>(request, key: "names") {
      withTestContainer {
        $0.register("test")
      } operation: {
        [injection().name, Container.shared.origin().name]
      }
    }
    #expect(names() == ["test", "test"])
  }

  @Test("withValue only changes what shared is", arguments: RuleInjection.allCases)
  func withValue(injection: RuleInjection) async {
    let make = { @Sendable [unowned root, unowned other] () -> [String] in
      Container.$shared.withValue(other) {
        #expect(Container.shared === other)
        return [injection().name, Container.shared.origin().name, root.origin().name]
      }
    }
    let names = Factory<[String]>(request, key: "names") { make() }
    #expect(names() == ["request", "other", "request"])
    let asyncNames = AsyncFactory<[String], Never>(request, key: "names") { () async in make() }
    #expect(await asyncNames() == ["request", "other", "request"])
  }

  @Test("After an error, the frames around count again", arguments: RuleKind.allCases)
  func failure(kind: RuleKind) async throws {
    let origin = try await kind.origin(in: request) { [unowned root, unowned other] in
      #expect(throws: TestError.self) { try other.run { throw TestError() } }
      return Origin(root.origin().name)
    }
    #expect(origin.name == "request")
  }
}
