// Factory, MIT licence; see LICENSE
//
// Circular dependencies through throwing factories stop the program, also if the closures would
// catch errors, and errors do not leave anything that would be reported as one.
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

private struct CycleError: Error {}

private final class CyclicContainer: SharedContainer {
  @TaskLocal static var shared = CyclicContainer()
  let manager = ContainerManager()
}

extension CyclicContainer {
  // Scoped, so that debug and release builds stop at the same step.
  static let firstLine = #line + 1
  var first: ThrowingFactory<Int, any Error> { self { self.second() }.cached }
  var second: Factory<Int> { self { (try? self.third(1)) ?? 0 } }
  var third: ThrowingParameterFactory<Int, Int, any Error> { self { try self.first() + $0 } }

  var unscoped: ThrowingFactory<Int, any Error> { self { try self.unscoped() } }
  var mainActor: MainActorFactory<Int> { self { (try? self.onMainActor()) ?? 0 }.cached }
  @MainActor var onMainActor: ThrowingFactory<Int, any Error> { self { self.mainActor() } }

  var left: ThrowingFactory<Int, any Error> {
    self {
      meeting.arriveAndWait()
      return try self.right()
    }.cached
  }
  var right: ThrowingFactory<Int, any Error> {
    self {
      meeting.arriveAndWait()
      return try self.left()
    }.cached
  }

  /// Resolves itself with smaller parameters, and fails at zero.
  var descending: ThrowingParameterFactory<Int, Int, any Error> {
    self {
      if $0 == 0 { throw CycleError() }
      return try self.descending($0 - 1)
    }.scopeOnParameters.cached
  }
}

private let meeting = Latch(2)

@Suite("Circular dependencies of throwing factories") struct ThrowingCycles {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("A circle through throwing and other factories is reported with its chain")
  func chain() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = try? CyclicContainer.shared.first() }
    let (text, line) = (text(result), CyclicContainer.firstLine)
    let name = "FactoryProofTests.CyclicContainer"
    let place = "FactoryProofTests/ThrowingCycles.swift"
    #expect(
      text.contains(
        """
        FactoryKit: circular dependency: creating \(name).first<Swift.Int> (\(place):\(line)) \
        requires \(name).first<Swift.Int> (\(place):\(line)).
          0: \(name).first<Swift.Int> (\(place):\(line))
          1: \(name).second<Swift.Int> (\(place):\(line + 1))
          2: \(name).third<Swift.Int> (\(place):\(line + 2))
          3: \(name).first<Swift.Int> (\(place):\(line))
        """), "\(text)")
  }

  @Test("A throwing factory without a scope that resolves itself stops the program")
  func unscoped() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = try? CyclicContainer.shared.unscoped() }
    #expect(text(result).contains("circular dependency: creating "))
    #expect(text(result).contains("CyclicContainer.unscoped<Swift.Int>"))
  }

  @Test("A circle through a main-actor factory is reported")
  func mainActor() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = await CyclicContainer.shared.mainActor() }
    #expect(text(result).contains("circular dependency: creating "))
    #expect(text(result).contains("CyclicContainer.mainActor<Swift.Int>"))
    #expect(text(result).contains("CyclicContainer.onMainActor<Swift.Int>"))
  }

  @Test("Two threads that wait for each other's throwing factories are reported")
  func threads() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let container = CyclicContainer.shared
      onThreads(2) { index in
        _ = try? index == 0 ? container.left() : container.right()
      }
    }
    #expect(text(result).contains("FactoryKit: circular dependency between threads."))
    #expect(text(result).contains("CyclicContainer.left<Swift.Int>"))
    #expect(text(result).contains("CyclicContainer.right<Swift.Int>"))
  }

  @Test("After an error, the same factories are resolved again without a report")
  func noFalseReport() throws {
    let container = CyclicContainer()
    for depth in [1, 40, 3, 40] {
      #expect(throws: CycleError.self) { try container.descending(depth) }
      #expect(CircularDependency.report == nil)
    }
    container.third.register { _ in throw CycleError() }
    #expect(try container.first() == 0)
  }
}
