// Factory, MIT licence; see LICENSE
//
// Closures of main-actor factories run on the main actor only. A Factory with an equal key could call
// them elsewhere; that stops the program, in debug and release builds.
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

private final class ActorIsolatedContainer: SharedContainer {
  @TaskLocal static var shared = ActorIsolatedContainer()
  let manager = ContainerManager()
}

extension ActorIsolatedContainer {
  fileprivate var onMainActor: MainActorFactory<Int> { self(key: "number") { 1 } }
  fileprivate var anywhere: Factory<Int> { self(key: "number") { 2 } }
  fileprivate var byNumberOnMainActor: MainActorParameterFactory<Int, Int> {
    self(key: "number") { $0 }
  }
  fileprivate var byNumber: ParameterFactory<Int, Int> { self(key: "number") { -$0 } }
}

/// What the closures would print if they were called off the main actor.
private let call = "a closure of the main actor was called elsewhere"
private func noteCall() { FileHandle.standardOutput.write(Data("\(call)\n".utf8)) }

@Suite("Isolation of main-actor factories") struct MainActorIsolation {
  /// Whether the program has called a closure. The runtime's own trap has no message on all systems.
  private func hasCalled(_ result: ExitTest.Result?) -> Bool { output(result).contains(call) }

  @Test("A registration for the main actor that another thread would call stops the program")
  func registration() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      let container = ActorIsolatedContainer.shared
      container.onMainActor.register {
        noteCall()
        return 3
      }
      onThreads(1) { _ in _ = container.anywhere() }
    }
    #expect(!hasCalled(result))
  }

  @Test("A registration with a parameter that another thread would call stops the program")
  func parameter() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      let container = ActorIsolatedContainer.shared
      container.byNumberOnMainActor.register {
        noteCall()
        return $0 + 1
      }
      onThreads(1) { _ in _ = container.byNumber(1) }
    }
    #expect(!hasCalled(result))
  }

  @Test("A context's closure that a task off the main actor would call stops the program")
  func context() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      let container = ActorIsolatedContainer.shared
      container.onMainActor.context(.simulator, .device) {
        noteCall()
        return 3
      }
      await Task.detached { _ = container.anywhere() }.value
    }
    #expect(!hasCalled(result))
  }

  @Test("A decorator for the main actor that another thread would call stops the program")
  func decorator() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      let container = ActorIsolatedContainer.shared
      container.onMainActor.decorator { _ in noteCall() }
      onThreads(1) { _ in _ = container.anywhere() }
    }
    #expect(!hasCalled(result))
  }

  @Test("A decorator with two arguments that another thread would call stops the program")
  func decoratorWithFlag() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
      let container = ActorIsolatedContainer.shared
      container.byNumberOnMainActor.decorator { _, _ in noteCall() }
      onThreads(1) { _ in _ = container.byNumber(1) }
    }
    #expect(!hasCalled(result))
  }

  @Test("On the main actor, the same programs call the closures")
  func onMainActor() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let container = ActorIsolatedContainer.shared
      container.onMainActor.register { 3 }
      container.onMainActor.decorator { _ in noteCall() }
      container.byNumberOnMainActor.context(.simulator, .device) { $0 + 1 }
      container.byNumberOnMainActor.decorator { _, _ in MainActor.preconditionIsolated() }
      await MainActor.run {
        precondition(container.anywhere() == 3)
        precondition(container.byNumber(1) == 2)
      }
      // Elsewhere, through the main-actor factories themselves.
      let number = await container.onMainActor()
      precondition(number == 3)
    }
    #expect(hasCalled(result))
  }

  @Test("The closures of main-actor factories run on the main actor, wherever they are resolved")
  func isolation() async {
    let container = ActorIsolatedContainer()
    let calls = Counter()
    let note: @MainActor () -> Void = {
      MainActor.preconditionIsolated()
      calls.increment()
    }
    container.onMainActor.register {
      note()
      return 3
    }
    container.byNumberOnMainActor.register {
      note()
      return $0
    }
    container.byNumberOnMainActor.decorator { _ in note() }
    await inTasks(8) { index in
      _ = await container.onMainActor()
      _ = await container.byNumberOnMainActor(index)
    }
    #expect(calls.value == 24)
  }
}
