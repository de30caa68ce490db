// Factory, MIT licence; see LICENSE
//
// The rule of owners, "`run`": it starts over, also in `CarriedContainers` and test containers; `withValue` does not.
// And what is carried out of a construction: what `dependency()` would use there.
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

  @Test(
    "So it is in an asynchronous construction and its child tasks, also if that container is shared",
    arguments: Form.allCases, ["root", "other"])
  fileprivate func asynchronous(form: Form, name: String) async {
    let container = name == "root" ? root : other
    for scope in RuleScope.noneAndCached {
      let names = AsyncFactory<LockedArray<String>, Never>(request, key: "names") {
        [root] () async in
        let names = LockedArray<String>()
        await form(container) {
          async let named = root.origin().name
          async let injected = dependency(\.origin).name
          for name in await [named, injected] { names.append(name) }
          let task = Task { [root.origin().name, dependency(\.origin).name] }
          for name in await task.value { names.append(name) }
        }
        names.append(root.origin().name)
        return names
      }
      let seen = await names.inScope(scope)().elements
      #expect(seen == ["root", name, "root", name, "request"])
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Of nested calls, the innermost one wins, on each thread, and the one around it afterwards")
  func nested() async {
    let names = AsyncFactory<[String], Never>(request, key: "names") { [root, request, other] in
      await root.run {
        let first = Made().name
        let inner = await other.run {
          await onOtherThread { Made().name + request.run { Made().name } }
        }
        return [first, inner, Made().name, root.run { Made().name }]
      }
    }
    #expect(await names() == ["root", "otherrequest", "root", "root"])
  }

  @Test("In a singleton, run of the shared container wins, also in withValue of another one")
  func inValueOfOther() async {
    let names = AsyncFactory<[String], Never>(root, key: "names") { [request, other] () async in
      await Container.$shared.withValue(other) {
        await request.run { () async in [Made().name, await Task { Made().name }.value] }
      }
    }.singleton
    #expect(await request.run { () async in await names() } == ["request", "request"])
  }

  @Test("run adds no owner: a parent that is named in it is itself", arguments: Form.allCases)
  fileprivate func noOwner(form: Form) {
    form(request) {
      #expect(Container.shared === request)
      #expect(root.origin().name == "root")
    }
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

  @Test("So they do after an error of an asynchronous closure")
  func asyncFailure() async {
    let name = AsyncFactory<String, Never>(request, key: "name") { [root, other] in
      await #expect(throws: TestError.self) {
        try await other.run { () async throws in throw TestError() }
      }
      return root.origin().name + dependency(\.origin).name
    }
    #expect(await name() == "requestrequest")
  }
}

/// Carries the containers of its construction.
private final class Carrying: Sendable {
  private let here = CarriedContainers(Container.$shared, Depot.$shared)

  /// What is injected on another thread.
  var names: [String] {
    onThreads(1) { _ in
      self.here { [dependency(\.origin).name, dependency(\Depot.origin).name] }
    }[0]
  }
}

extension Container {
  fileprivate var carrying: Factory<Carrying> { self { Carrying() } }
}

extension Depot {
  fileprivate var carrying: Factory<Carrying> { self { Container.shared.carrying() } }
}

@Suite("What is carried out of a construction", .container) struct CarriedOwnerTests {
  private let child = Container.child("child")

  @Test("What the process keeps carries the outermost parent of the shared container")
  func singleton() {
    // The instance carries the test's singletons, which retain it.
    defer { Scope.singleton.reset() }
    #expect(child.run { child.carrying.singleton() }.names == ["root", "depot"])
  }

  @Test("Each container is carried from the innermost owner of its type")
  func types() {
    let depot = Depot.child("child depot")
    // The closures retain the containers' managers.
    defer { depot.reset() }
    let child = child
    depot.carrying.register { child.carrying() }
    #expect(depot.carrying().names == ["child", "child depot"])
    #expect(child.carrying().names == ["child", "depot"])
  }
}
