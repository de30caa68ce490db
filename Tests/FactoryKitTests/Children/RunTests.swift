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

private actor Desk {
  private(set) var visits = 0

  func visit(_ form: Form) async {
    await form.run {
      assertIsolated()
      visits += 1
      await Task.yield()
      assertIsolated()
      visits += 1
    }
  }
}

@Suite("`run`", .container) struct RunTests {
  @Test("It throws the closure's error, whose type is kept", arguments: Form.allCases)
  fileprivate func typedError(form: Form) {
    do throws(RunError) {
      try form.run { () throws(RunError) in throw .full(1) }
      Issue.record("no error")
    } catch {
      #expect(error == .full(1))
    }
  }

  @Test(
    "The asynchronous form throws the closure's error, whose type is kept", arguments: Form.allCases
  )
  fileprivate func asyncTypedError(form: Form) async {
    do throws(RunError) {
      try await form.run { () async throws(RunError) in
        await Task.yield()
        throw .full(2)
      }
      Issue.record("no error")
    } catch {
      #expect(error == .full(2))
    }
  }

  @Test("It throws the typed error inside of an asynchronous construction of a child, too")
  func typedErrorInConstruction() async {
    let child = Container.child("child")
    let factory = AsyncFactory<Int, RunError>(child, key: "run") { () async throws(RunError) in
      try await Container.shared.run { () async throws(RunError) in throw .full(3) }
    }
    do throws(RunError) {
      _ = try await factory()
      Issue.record("no error")
    } catch {
      #expect(error == .full(3))
    }
  }

  @Test("The closure runs on the actor of its caller", arguments: Form.allCases)
  fileprivate func actor(form: Form) async {
    let desk = Desk()
    await desk.visit(form)
    #expect(await desk.visits == 2)
  }

  @Test("The closure runs on the actor of an asynchronous construction")
  func actorOfConstruction() async {
    let child = Container.child("child")
    let factory = AsyncFactory<String, Never>(child, key: "run") { @MainActor () async in
      await Container.shared.run {
        MainActor.assertIsolated()
        await Task.yield()
        MainActor.assertIsolated()
        return Made().name
      }
    }
    #expect(await factory() == "root")
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
