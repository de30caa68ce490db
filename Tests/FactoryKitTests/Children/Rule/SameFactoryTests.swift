// Factory, MIT licence; see LICENSE
//
// The rule of owners, "The same factory": a closure that a container set asks a parent for what it replaces.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var who: Factory<Origin> { self { Origin(self.origin().name) } }
  fileprivate var cachedWho: Factory<Origin> { self { Origin(self.origin().name) }.cached }
  fileprivate var singleWho: Factory<Origin> { self { Origin(self.origin().name) }.singleton }
  fileprivate var sessionWho: Factory<Origin> {
    self { Origin(self.origin().name) }.scope(.ruleSession)
  }
  fileprivate var helper: Factory<Origin> { self { self.who() } }
  fileprivate var parentsWho: Factory<Origin> {
    self { Origin(Container.shared.who().name + "!") }
  }
  fileprivate var throwingWho: ThrowingFactory<Origin, any Error> {
    self { () throws in Origin(self.origin().name) }
  }
  fileprivate var asyncWho: AsyncFactory<Origin, any Error> {
    self { () async throws in Origin(self.origin().name) }
  }
  fileprivate var cachedAsyncWho: AsyncFactory<Origin, any Error> {
    self { () async throws in Origin(self.origin().name) }.cached
  }
  fileprivate var whoByNumber: ParameterFactory<Int, Origin> {
    self { Origin(self.origin().name + " \($0)") }
  }
  fileprivate var mainActorWho: MainActorFactory<Origin> { self { Origin(self.origin().name) } }
  fileprivate var team: FactoryGroup<Origin> {
    group().add { Origin(Container.shared.origin().name) }
  }
}

/// A factory whose instances the parent keeps if it is asked.
private enum KeptWho: CaseIterable, Sendable {
  case cached, single, session

  func factory(_ container: Container) -> Factory<Origin> {
    switch self {
    case .cached: container.cachedWho
    case .single: container.singleWho
    case .session: container.sessionWho
    }
  }
}

@Suite("The rule of owners: the same factory", .container) struct SameFactoryTests {
  private let root = Container.shared
  private let request = Container.sharingChild("request")

  @Test(
    "A parent that is asked for the same factory resolves it: what nobody keeps for the frame's owner",
    arguments: RuleOverride.allCases)
  fileprivate func unkept(setting: RuleOverride) {
    setting.set(request.who) { Origin(Container.shared.who().name + "!") }
    #expect(request.who().name == "request!")
    #expect(root.who().name == "root")
    root.who.register { Origin("the parent's, for " + Container.shared.origin().name) }
    #expect(request.who().name == "the parent's, for request!")
  }

  @Test(
    "What the parent keeps is its own, built by it",
    arguments: RuleOverride.allCases, KeptWho.allCases)
  fileprivate func kept(setting: RuleOverride, kept: KeptWho) {
    let parents = LockedArray<Origin>()
    setting.set(kept.factory(request)) { [unowned root] in
      let ofRoot = kept.factory(root)()
      parents.append(ofRoot)
      return Origin(ofRoot.name + "!")
    }
    let ofRequest = kept.factory(request)()
    #expect(ofRequest.name == "root!")
    #expect(kept.factory(request)() === ofRequest)
    #expect(parents.count == 1)
    #expect(parents.elements.first === kept.factory(root)())
  }

  @Test("At any depth", arguments: RuleKind.allCases, RuleScope.noneAndCached)
  func depth(kind: RuleKind, scope: RuleScope) async throws {
    let resolve = { @Sendable [unowned root] in Origin(root.who().name + "!") }
    request.who.register { [unowned request] in request.parentsWho() }
    #expect(request.who().name == "request!")
    // A construction of another family is in between.
    let depot = Depot()
    request.who.register {
      Factory<Origin>(depot, key: "between") { resolve() }()
    }
    #expect(request.who().name == "request!")
    let make: RuleClosure = { [unowned request] in request.who() }
    #expect(try await kind.origin(in: request, scope, make).name == "request!")
  }

  @Test("In a task or a run of another family, inside another construction of the container")
  func inside() async {
    let task = LockedValue<Task<String, Never>?>(nil)
    request.who.register { [root] in
      task.withLock { $0 = $0 ?? Task { root.who().name } }
      return Origin("request's")
    }
    #expect(request.helper().name == "request's")
    #expect(await task.withLock { $0! }.value == "request")
    let depot = Depot()
    request.who.register { [root] in
      depot.run(Depot.$shared) { Origin(root.who().name + "!") }
    }
    #expect(request.helper().name == "request!")
  }

  @Test("Each parent of a container that set a closure resolves its own")
  func chain() {
    let session = Container.child("session")
    let tab = Container.child("tab", of: session)
    session.who.register { [unowned root] in Origin(root.who().name + " session") }
    #expect(tab.who().name == "tab session")
    tab.who.register { [unowned session] in Origin(session.who().name + " tab") }
    #expect(tab.who().name == "tab session tab")
    tab.who.register { [unowned root] in Origin(root.who().name + " tab") }
    #expect(tab.who().name == "tab tab")
    #expect(session.who().name == "session session")
  }

  @Test("For factories that throw, are asynchronous, have a parameter, or are of the main actor")
  func kinds() async throws {
    request.throwingWho.register { [unowned root] () throws in
      Origin(try root.throwingWho().name + "!")
    }
    #expect(try request.throwingWho().name == "request!")
    request.asyncWho.register { [root] () async throws in
      async let ofRoot = root.asyncWho()
      return Origin(try await ofRoot.name + "!")
    }
    #expect(try await request.asyncWho().name == "request!")
    request.whoByNumber.register { [unowned root] in Origin(root.whoByNumber($0 + 1).name + "!") }
    #expect(request.whoByNumber(1).name == "request 2!")
    request.mainActorWho.register { [unowned root] in Origin(root.mainActorWho().name + "!") }
    #expect(await request.mainActorWho().name == "request!")
    request.reset()
  }

  @Test("A task that asks a parent for the same asynchronous factory gets what the parent keeps")
  func asyncKept() async throws {
    request.cachedAsyncWho.register { [unowned root] () async throws in
      Origin(try await root.cachedAsyncWho().name + "!")
    }
    #expect(try await request.cachedAsyncWho().name == "root!")
    #expect(try await root.cachedAsyncWho().name == "root")
  }

  @Test("A group that a child registers may contain the parent's")
  func group() {
    request.team.register { Container.shared.team() + [Origin("one more")] }
    #expect(request.team().map(\.name) == ["request", "one more"])
    #expect(root.team().map(\.name) == ["root"])
  }
}

@Suite("The rule of owners: circles of the same factory") struct SameFactoryCircleTests {
  private func isCircle(_ result: ExitTest.Result?, _ name: String = "who") -> Bool {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    return text.contains("FactoryKit: circular dependency")
      && text.contains("FactoryKit.Container.\(name)<")
  }

  @Test("A closure that asks its own container is a circle")
  func own() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let request = Container(parent: .shared)
      request.who.register { Origin(request.who().name) }
      _ = request.who()
    }
    #expect(isCircle(result))
  }

  @Test("So is one that asks the shared container, if that is its own")
  func shared() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let request = Container(parent: .shared)
      request.who.register { Origin(Container.shared.who().name) }
      request.run { _ = request.who() }
    }
    #expect(isCircle(result))
  }

  @Test("So is a parent's closure that asks the parent, or its child")
  func parent() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Container.shared.who.register { Origin(Container.shared.who().name) }
      _ = Container(parent: .shared).who()
    }
    #expect(isCircle(result))
    let ofChild = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let request = Container(parent: .shared)
      Container.shared.who.register { Origin(request.who().name) }
      _ = request.who()
    }
    #expect(isCircle(ofChild))
  }

  @Test("So is one of an asynchronous factory that is kept")
  func asynchronous() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let request = Container(parent: .shared)
      request.cachedAsyncWho.register { () async throws in
        Origin(try await request.cachedAsyncWho().name)
      }
      _ = try await request.cachedAsyncWho()
    }
    #expect(isCircle(result, "cachedAsyncWho"))
  }
}
