// Factory, MIT licence; see LICENSE
//
// What `run` returns and throws, and where its closure runs.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private enum RunError: Error, Equatable { case full(Int) }

/// The forms of `run`.
private enum Form: CaseIterable, Sendable {
  case container, customContainer

  func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch self {
    case .container: try Container(parent: .shared).run(body)
    case .customContainer: try Depot(parent: .shared).run(Depot.$shared, body)
    }
  }

  func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    switch self {
    case .container: try await Container(parent: .shared).run(body)
    case .customContainer: try await Depot(parent: .shared).run(Depot.$shared, body)
    }
  }
}

@MainActor private func visits(_ form: Form) async -> Int {
  var visits = 0
  await form.run {
    MainActor.assertIsolated()
    visits += 1
    await Task.yield()
    MainActor.assertIsolated()
    visits += 1
  }
  return visits
}

@Suite("`run`", .container) struct RunTests {
  @Test(
    "It throws the closure's error, whose type is kept, also in an asynchronous construction",
    arguments: Form.allCases)
  fileprivate func typedError(form: Form) async {
    // These compile only if the errors have this type.
    func run() throws(RunError) { try form.run { () throws(RunError) in throw .full(1) } }
    func runAsync() async throws(RunError) {
      try await form.run { () async throws(RunError) in throw .full(2) }
    }
    #expect(throws: RunError.full(1)) { try run() }
    await #expect(throws: RunError.full(2)) { try await runAsync() }
    let factory = AsyncFactory<Void, RunError>(Container.child("child"), key: "run") {
      () async throws(RunError) in
      try await form.run { () async throws(RunError) in throw .full(3) }
    }
    await #expect(throws: RunError.full(3)) { try await factory() }
  }

  @Test(
    "The closure runs on the actor of its caller, also in an asynchronous construction",
    arguments: Form.allCases)
  fileprivate func actor(form: Form) async {
    #expect(await visits(form) == 2)
    let child = Container.child("child")
    let factory = AsyncFactory<Int, Never>(child, key: "run") { await visits(form) }
    #expect(await factory() == 2)
  }

  @Test("The container is the shared one in the closure only, also if that throws an error")
  func restored() async {
    let (container, child) = (Container.shared, Container(parent: .shared))
    #expect(throws: RunError.self) {
      try child.run { () throws(RunError) in
        #expect(Container.shared === child)
        throw .full(4)
      }
    }
    #expect(Container.shared === container)
    await #expect(throws: RunError.self) {
      try await child.run { () async throws(RunError) in
        #expect(Container.shared === child)
        throw .full(5)
      }
    }
    #expect(Container.shared === container)
  }
}
