// Factory, MIT licence; see LICENSE
//
// Closures of main-actor factories run on the main actor only. A Factory with an equal key could call
// them elsewhere; that stops the program, in debug and release builds.
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

private final class IsolatedContainer: SharedContainer {
  @TaskLocal static var shared = IsolatedContainer()
  let manager = ContainerManager()
}

extension IsolatedContainer {
  fileprivate var onMainActor: MainActorFactory<Int> { self(key: "number") { 1 } }
  fileprivate var anywhere: Factory<Int> { self(key: "number") { 2 } }
  fileprivate var byNumberOnMainActor: MainActorParameterFactory<Int, Int> {
    self(key: "number") { $0 }
  }
  fileprivate var byNumber: ParameterFactory<Int, Int> { self(key: "number") { -$0 } }
}

private let message = "resolve a main-actor factory on the main actor"

@Suite("Isolation of main-actor factories") struct MainActorIsolation {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("A registration for the main actor that another thread would call stops the program")
  func registration() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = IsolatedContainer.shared
      container.onMainActor.register { 3 }
      onThreads(1) { _ in _ = container.anywhere() }
    }
    #expect(text(result).contains(message))
  }

  @Test("With a parameter as well")
  func parameter() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = IsolatedContainer.shared
      container.byNumberOnMainActor.register { $0 + 1 }
      onThreads(1) { _ in _ = container.byNumber(1) }
    }
    #expect(text(result).contains(message))
  }

  @Test("A context's closure that a task off the main actor would call stops the program")
  func context() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = IsolatedContainer.shared
      container.onMainActor.context(.simulator, .device) { 3 }
      await Task.detached { _ = container.anywhere() }.value
    }
    #expect(text(result).contains(message))
  }

  @Test("A decorator for the main actor that another thread would call stops the program")
  func decorator() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = IsolatedContainer.shared
      container.onMainActor.decorator { _ in }
      onThreads(1) { _ in _ = container.anywhere() }
    }
    #expect(text(result).contains(message))
  }

  @Test("A decorator with two arguments, and a parameter, as well")
  func decoratorWithFlag() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = IsolatedContainer.shared
      container.byNumberOnMainActor.decorator { _, _ in }
      onThreads(1) { _ in _ = container.byNumber(1) }
    }
    #expect(text(result).contains(message))
  }

  @Test("On the main actor, the same programs run")
  func onMainActor() async {
    await #expect(processExitsWith: .success) {
      let container = IsolatedContainer.shared
      container.onMainActor.register { 3 }
      container.onMainActor.decorator { _ in MainActor.preconditionIsolated() }
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
  }

  @Test("The closures of main-actor factories run on the main thread, wherever they are resolved")
  func mainThread() async {
    let container = IsolatedContainer()
    let onMainThread = Counter()
    let note: @MainActor () -> Void = {
      MainActor.preconditionIsolated()
      if Thread.isMainThread { onMainThread.increment() }
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
    #expect(onMainThread.value == 24)
  }
}
