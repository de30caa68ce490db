// Factory, MIT licence; see LICENSE
//
// The rule of owners, "Injection": from which container wrappers, `dependency()` and `CarriedContainers` inject.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// Injects when it is read.
private final class Reading: @unchecked Sendable {
  // Sendable: the wrapper locks.
  @DynamicInjected(\Depot.origin) var origin
}

@Suite("The rule of owners: injection", .container) struct InjectionRuleTests {
  private let reports = passedOverReports()
  private let root = Container.shared
  private let request = Container.child("request")
  private let depot = Depot()
  private let depotChild: Depot

  init() { depotChild = .child("depot", of: depot) }

  /// What a factory of a depot injects whose instance is kept or not.
  private func between(
    _ depot: Depot, _ scope: RuleScope, _ injection: RuleInjection
  ) -> Factory<Origin> {
    Factory<Origin>(depot, key: "between") { injection() }.inScope(scope)
  }

  @Test(
    "Injection comes from the innermost owner that is a child of its type",
    arguments: RuleKind.allCases, RuleInjection.allCases)
  func owner(kind: RuleKind, injection: RuleInjection) async throws {
    for scope in [RuleScope.unscoped] + RuleScope.ofChild {
      #expect(try await kind.origin(in: request, scope) { injection() }.name == "request")
    }
  }

  @Test(
    "The owner is the parent if that keeps the instance",
    arguments: RuleKind.allCases, RuleInjection.allCases)
  func parent(kind: RuleKind, injection: RuleInjection) async throws {
    let session = Container.child("session")
    let tab = Container.sharingChild("tab", of: session)
    #expect(try await kind.origin(in: tab, .session) { injection() }.name == "session")
  }

  @Test("Of two owners, the innermost one decides", arguments: RuleInjection.allCases)
  func innermost(injection: RuleInjection) {
    let other = Container.child("other")
    let names = Factory<[String]>(request, key: "names") {
      let inner = Factory<Origin>(other, key: "inner") { injection() }
      return [injection().name, inner().name, injection().name]
    }
    #expect(names() == ["request", "other", "request"])
  }

  @Test(
    "An owner of another type is passed if nobody keeps the instance",
    arguments: RuleInjection.allCases)
  func passed(injection: RuleInjection) {
    for depot in [depot, depotChild] {
      let inner = between(depot, .unscoped, injection)
      let outer = Factory<Origin>(request, key: "outer") { inner() }
      #expect(outer().name == "request")
    }
  }

  @Test("Each type has its own owner")
  func types() {
    let names = Factory<[String]>(request, key: "names") { [depotChild] in
      let inner = Factory<[String]>(depotChild, key: "inner") {
        [dependency(\.origin).name, dependency(\Depot.origin).name]
      }
      return [dependency(\Depot.origin).name] + inner()
    }
    #expect(names() == ["depot", "request", "depot"])
    depotChild.register("child of the depot")
    #expect(names() == ["depot", "request", "child of the depot"])
  }

  @Test(
    "A frame whose instance is kept ends the search",
    arguments: RuleInjection.allCases, RuleScope.keeping)
  func ends(injection: RuleInjection, scope: RuleScope) {
    let inner = between(depot, scope, injection)
    let outer = Factory<Origin>(request, key: "outer") { inner() }
    #expect(outer().name == "root")
  }

  @Test("Without such an owner, it comes from shared", arguments: RuleInjection.allCases)
  func shared(injection: RuleInjection) {
    #expect(injection().name == "root")
    request.run { #expect(injection().name == "request") }
    Container.$shared.withValue(request) { #expect(injection().name == "request") }
    let ofDepot = between(depotChild, .unscoped, injection)
    request.run { #expect(ofDepot().name == "request") }
  }

  @Test(
    "Shared acts as the owner: nothing of a request that is shared is injected into what the process keeps",
    arguments: RuleKind.allCases, RuleInjection.allCases)
  func process(kind: RuleKind, injection: RuleInjection) async throws {
    let single = try await request.run { () async throws in
      try await kind.origin(in: request, .singleton) { injection() }
    }
    #expect(single.name == "root")
  }

  @Test(
    "Nor if a container between the request and the process was released",
    arguments: RuleInjection.allCases)
  func releasedBetween(injection: RuleInjection) {
    let tab = Container.child("tab", of: .child("released"))
    let single = Factory<Origin>(tab, key: "single") { injection() }.singleton
    #expect(tab.run { single() }.name == "root")
  }

  @Test(
    "Nor into what a container without a parent keeps, also one of another type",
    arguments: RuleInjection.allCases, [RuleScope.cached, .shared, .graph, .session])
  func root(injection: RuleInjection, scope: RuleScope) {
    request.run {
      #expect(between(depot, scope, injection)().name == "root")
      let kept = Factory<Origin>(root, key: "kept") { injection() }.inScope(scope)
      #expect(kept().name == "root")
    }
  }

  @Test(
    "In what a child of another type keeps, shared is itself",
    arguments: RuleInjection.allCases, RuleScope.ofChild)
  func childOfOtherType(injection: RuleInjection, scope: RuleScope) {
    request.run { #expect(between(depotChild, scope, injection)().name == "request") }
  }

  @Test("What the parent keeps injects nothing of a child of another type, also in decorators")
  func childOfOtherTypeThanParent() {
    let depot = Depot(manager: ContainerManager(childOf: request, sharing: .cached))
    depot.register("child of the request")
    let part = Factory<Origin>(depot, key: "part") { dependency(\Depot.origin) }
    let kept = Factory<Origin>(request, key: "kept") { part() }.cached
    #expect(kept().name == "depot")
    let names = LockedArray<String>()
    let decorated = Factory<Origin>(depot, key: "decorated") { Origin("made") }
      .decorator { _ in names.append(dependency(\Depot.origin).name) }.cached
    _ = (decorated(), decorated())
    #expect(names.elements == ["depot", "depot"])
  }

  @Test("What a child keeps, in an asynchronous singleton, injects from shared")
  func childInAsyncSingleton() async {
    let window = Depot.child("window", of: depot)
    let single = AsyncFactory<Reading, Never>(root, key: "single") { [root] () async in
      let child = Container(parent: root)
      return Factory<Reading>(child, key: "inner") { Reading() }.cached()
    }.singleton
    let reading = await single()
    #expect(Depot.$shared.withValue(window) { reading.origin.name } == "window")
  }

  @Test(
    "A shared container that was made after the deciding frame began is itself",
    arguments: [RuleInjection.dependency, .injected, .container, .carried])
  func madeLater(injection: RuleInjection) {
    let single = Factory<Origin>(root, key: "single") {
      Container.$shared.withValue(.child("made later")) { injection() }
    }.singleton
    #expect(single().name == "made later")
  }
}
