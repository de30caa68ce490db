// Factory, MIT licence; see LICENSE
//
// Recursions with a new factory or parameter at each level: they stop before the end of the stack,
// with a message.
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

private final class GrowingContainer: SharedContainer {
  @TaskLocal static var shared = GrowingContainer()
  let manager = ContainerManager()

  var growing: ParameterFactory<Int, Int> { self { 1 + self.growing($0 + 1) } }
  var growingKept: ParameterFactory<Int, Int> {
    self { 1 + self.growingKept($0 + 1) }.scopeOnParameters.cached
  }
  var shallow: ParameterFactory<Int, Int> { self { $0 == 0 ? 0 : 1 + self.shallow($0 - 1) } }
}

// Two containers that each lead to a new one of the other's type.

private final class EvenContainer: ManagedContainer {
  let manager = ContainerManager()
  var even: Factory<Int> { self { 1 + OddContainer().odd() } }
}

private final class OddContainer: ManagedContainer {
  let manager = ContainerManager()
  var odd: Factory<Int> { self { 1 + EvenContainer().even() } }
}

private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  TestThread(stackSize: TestThread.smallStack, body).join()
}

@Suite("Endless recursions") struct EndlessRecursionTests {
  /// The library's message, without the system's output about the crash, which mentions stacks too.
  private func message(_ result: ExitTest.Result?) -> String {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    guard let start = text.range(of: "FactoryKit: ") else { return "" }
    let message = text[start.lowerBound...]
    return String(message.range(of: "\n*** ").map { message[..<$0.lowerBound] } ?? message)
  }

  /// The message mentions the stack, and one of the factories that resolve each other.
  private func expect(_ result: ExitTest.Result?, mentions names: [String]) {
    let message = message(result)
    #expect(message.lowercased().contains("stack"))
    #expect(names.contains { message.contains($0) }, "in: \(message.prefix(2000))")
  }

  @Test("A recursion over a growing parameter is reported on the main thread")
  func parameterOnMainThread() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = GrowingContainer.shared.growing(0) }
    }
    expect(result, mentions: ["GrowingContainer.growing<"])
  }

  @Test("A recursion over a growing parameter is reported in a task")
  func parameterInTask() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await Task.detached { _ = GrowingContainer.shared.growing(0) }.value
    }
    expect(result, mentions: ["GrowingContainer.growing<"])
  }

  @Test("A recursion over a growing parameter is reported where instances are cached by parameter")
  func keptParameter() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      onSmallStack { _ = GrowingContainer.shared.growingKept(0) }
    }
    expect(result, mentions: ["GrowingContainer.growingKept<"])
  }

  @Test("A recursion through new containers is reported on a thread with a small stack")
  func containersOnSmallThread() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      onSmallStack { _ = EvenContainer().even() }
    }
    expect(result, mentions: ["EvenContainer.even<", "OddContainer.odd<"])
  }

  @Test("A recursion that ends is not reported on a thread with a small stack")
  func ends() {
    let results = LockedArray<Int>()
    onSmallStack { results.append(GrowingContainer().shallow(20)) }
    #expect(results.elements == [20])
  }
}
