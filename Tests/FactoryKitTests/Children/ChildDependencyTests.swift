// Factory, MIT licence; see LICENSE
//
// `dependency` for every kind of factory, while a child builds.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private protocol OriginContainer: SharedContainer {
  var origin: Factory<Origin> { get }
}

extension Container: OriginContainer {}
extension Depot: OriginContainer {}

extension OriginContainer {
  fileprivate var plain: Factory<String> { self { self.origin().name } }
  fileprivate var byNumber: ParameterFactory<Int, String> { self { "\(self.origin().name) \($0)" } }
  fileprivate var throwing: ThrowingFactory<String, any Error> { self { self.origin().name } }
  fileprivate var throwingByNumber: ThrowingParameterFactory<Int, String, TestError> {
    self { (number: Int) throws(TestError) in "\(self.origin().name) \(number)" }
  }
  fileprivate var async: AsyncFactory<String, Never> { self { self.origin().name } }
  fileprivate var asyncCached: AsyncFactory<Origin, any Error> { self { self.origin() }.cached }
  fileprivate var asyncByNumber: AsyncParameterFactory<Int, String, any Error> {
    self { "\(self.origin().name) \($0)" }
  }
  fileprivate var mainActor: MainActorFactory<String> { self { self.origin().name } }
  fileprivate var mainActorByNumber: MainActorParameterFactory<Int, String> {
    self { "\(self.origin().name) \($0)" }
  }
}

/// The kinds of factory.
private enum Kind: CaseIterable, Sendable {
  case plain, byNumber, throwing, throwingByNumber
  case async, asyncCached, asyncByNumber, mainActor, mainActorByNumber

  var isByNumber: Bool { "\(self)".lowercased().hasSuffix("bynumber") }

  func ofContainer() async throws -> String {
    switch self {
    case .plain: dependency(\.plain)
    case .byNumber: dependency(\.byNumber, parameter: 1)
    case .throwing: try dependency(\.throwing)
    case .throwingByNumber: try dependency(\.throwingByNumber, parameter: 1)
    case .async: await dependency(\.async)
    case .asyncCached: try await dependency(\.asyncCached).name
    case .asyncByNumber: try await dependency(\.asyncByNumber, parameter: 1)
    case .mainActor: await dependency(\.mainActor)
    case .mainActorByNumber: await dependency(\.mainActorByNumber, parameter: 1)
    }
  }

  func ofDepot() async throws -> String {
    switch self {
    case .plain: dependency(\Depot.plain)
    case .byNumber: dependency(\Depot.byNumber, parameter: 1)
    case .throwing: try dependency(\Depot.throwing)
    case .throwingByNumber: try dependency(\Depot.throwingByNumber, parameter: 1)
    case .async: await dependency(\Depot.async)
    case .asyncCached: try await dependency(\Depot.asyncCached).name
    case .asyncByNumber: try await dependency(\Depot.asyncByNumber, parameter: 1)
    case .mainActor: await dependency(\Depot.mainActor)
    case .mainActorByNumber: await dependency(\Depot.mainActorByNumber, parameter: 1)
    }
  }

  func name(_ name: String) -> String { isByNumber ? "\(name) 1" : name }
}

@Suite("`dependency` in a child", .container) struct ChildDependencyTests {
  @Test(
    "Every kind of factory resolves from the child of a custom container", arguments: Kind.allCases)
  fileprivate func customContainer(kind: Kind) async throws {
    let depot = Depot.child("child depot")
    let factory = AsyncFactory<String, any Error>(depot, key: "dependency") {
      try await kind.ofDepot()
    }
    #expect(try await factory() == kind.name("child depot"))
    // The process's container, which other cases use too.
    let shared = Depot()
    #expect(
      try await shared.run(Depot.$shared) { try await kind.ofDepot() } == kind.name("depot"))
  }

  @Test("In a construction on the main actor as well", arguments: Kind.allCases)
  fileprivate func onMainActor(kind: Kind) async throws {
    let factory = AsyncFactory<String, any Error>(Container.child("child"), key: "dependency") {
      @MainActor () async throws in try await kind.ofContainer()
    }
    #expect(try await factory() == kind.name("child"))
  }

  @Test("After a suspension of the construction as well", arguments: Kind.allCases)
  fileprivate func afterSuspension(kind: Kind) async throws {
    let factory = AsyncFactory<Origin, any Error>(Container.child("child"), key: "dependency") {
      let first = try await kind.ofContainer()
      async let second = kind.ofContainer()
      return try await Origin(first + second + kind.ofContainer())
    }
    let name = kind.name("child")
    #expect(try await factory.cached().name == name + name + name)
  }
}
