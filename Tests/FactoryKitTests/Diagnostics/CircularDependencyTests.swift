// Factory, MIT licence; see LICENSE
//
// Circular dependencies and the chains of their reports, whose whole text `DocumentedMessages` has. Then resolutions
// that are similar and must not be reported.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

final class CircularContainer: SharedContainer {
  @TaskLocal static var shared = CircularContainer()
  let manager = ContainerManager()
}

final class OtherCircularContainer: SharedContainer {
  @TaskLocal static var shared = OtherCircularContainer()
  let manager = ContainerManager()
}

final class CircularLink: Sendable {
  init(_ next: CircularLink? = nil) {}
}

extension CircularContainer {
  fileprivate var first: Factory<CircularLink> { self { CircularLink(self.second()) } }
  fileprivate var second: Factory<CircularLink> { self { CircularLink(self.third()) } }
  fileprivate var third: Factory<CircularLink> { self { CircularLink(self.first()) } }
  static let firstLine = #line - 3

  fileprivate var cached: Factory<CircularLink> { self { CircularLink(self.between()) }.cached }
  fileprivate var between: Factory<CircularLink> { self { CircularLink(self.cached()) } }
  static let cachedLine = #line - 2
  fileprivate var graph: Factory<CircularLink> { self { CircularLink(self.graph()) }.graph }
  fileprivate var same: ParameterFactory<Int, CircularLink> { self { CircularLink(self.same($0)) } }

  // An unscoped factory needs one whose decorator needs the first.
  fileprivate var needing: Factory<[TestService]> { self { [self.decorated()] } }
  fileprivate var decorated: Factory<TestService> {
    self { TestService() }.decorator { [unowned self] _ in _ = self.needing() }
  }
  // The same with the container's decorator.
  fileprivate var keptNeeding: Factory<[TestService]> { self { [self.undecorated()] }.cached }
  fileprivate var undecorated: Factory<TestService> { self { TestService() } }

  fileprivate var number: Factory<Int> { self { 1 } }

  fileprivate var here: Factory<CircularLink> {
    self { CircularLink(OtherCircularContainer.shared.there()) }
  }
}

extension OtherCircularContainer {
  fileprivate var there: Factory<CircularLink> {
    self { CircularLink(CircularContainer.shared.here()) }
  }
}

private func text(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

private let link = "FactoryKitContainerTests.CircularLink"
private let place = "FactoryKitContainerTests/CircularDependencyTests.swift"

/// The text of a line of a chain.
private func line(_ index: Int, _ name: String, _ line: Int) -> String {
  "  \(index): FactoryKitContainerTests.CircularContainer.\(name)<\(link)> (\(place):\(line))\n"
}

private final class LazyReader {
  @LazyInjected(\CircularContainer.number) var number
}

@Suite("Circular dependencies") struct CircularDependencyTests {
  private func expectReport(
    _ result: ExitTest.Result?, _ lines: String..., at location: SourceLocation = #_sourceLocation
  ) {
    let text = text(result)
    let start =
      "FactoryKit: circular dependency: creating FactoryKitContainerTests.CircularContainer."
    for line in [start] + lines {
      #expect(text.contains(line), "\(text)", sourceLocation: location)
    }
  }

  @Test("A factory that requires itself stops the program with its chain")
  func unscoped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CircularContainer.shared.first()
    }
    let start = CircularContainer.firstLine
    expectReport(
      result, line(0, "first", start), line(1, "second", start + 1), line(2, "third", start + 2),
      line(3, "first", start))
    #if DEBUG
      #expect(!text(result).contains("  4: "))
    #endif
  }

  @Test("A scoped factory that requires itself stops the program with its chain")
  func scoped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CircularContainer.shared.cached()
    }
    let start = CircularContainer.cachedLine
    expectReport(
      result,
      line(0, "cached", start) + line(1, "between", start + 1) + line(2, "cached", start)
        + "To fix this: ")
  }

  @Test("A graph factory that requires itself is reported")
  func graph() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CircularContainer.shared.graph()
    }
    expectReport(result)
  }

  @Test("A factory that requires itself with an equal parameter is reported")
  func parameter() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CircularContainer.shared.same(1)
    }
    expectReport(result)
  }

  @Test("A lazily injected property that a watcher reads too early is reported with its type")
  func lazyInWatcher() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      // Read on one thread only.
      nonisolated(unsafe) let reader = LazyReader()
      let watch = CircularContainer.shared.manager.watch { _ in _ = reader.number }
      _ = reader.number
      watch.cancel()
    }
    #expect(
      text(result).contains(
        "creating a lazily injected Swift.Int requires a lazily injected Swift.Int."))
  }

  @Test("A cycle through two containers is reported with both")
  func twoContainers() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CircularContainer.shared.here()
    }
    let text = text(result)
    let steps = [
      "0: FactoryKitContainerTests.CircularContainer.here",
      "1: FactoryKitContainerTests.OtherCircularContainer.there",
      "2: FactoryKitContainerTests.CircularContainer.here",
    ]
    for step in steps { #expect(text.contains("  \(step)<\(link)> (\(place):")) }
  }

  // No name of a file, a type, a test or a factory contains the word that this looks for.
  private func expectDecorator(_ result: ExitTest.Result?, _ names: String...) {
    let text = text(result)
    // After the library's name: the text before it may be from a logger or the system.
    let message = text.components(separatedBy: "FactoryKit: circular dependency").last ?? ""
    #expect(message != text)
    for part in ["decorator"] + names { #expect(message.contains(part), "no \(part) in:\n\(text)") }
  }

  #if DEBUG
    @Test("A cycle of an unscoped factory through another factory's decorator names the decorator")
    func unscopedIndirectly() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = CircularContainer.shared.needing()
      }
      expectDecorator(result, ".needing<", ".decorated<")
    }
  #endif

  @Test("A cycle through the container's decorator names the decorator")
  func ofContainerIndirectly() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let container = CircularContainer.shared
      container.decorator { [unowned container] _ in _ = container.keptNeeding() }
      _ = container.keptNeeding()
    }
    expectDecorator(result, ".keptNeeding<", ".undecorated<")
  }
}

// MARK: What must not be reported

/// A container that resolves from the next one, with factories of the same names.
final class ChainedContainer: ManagedContainer {
  let manager = ContainerManager()
  let next: ChainedContainer?
  let count = Counter()

  init(next: ChainedContainer? = nil) {
    self.next = next
  }
}

private struct Opaque {
  let number: Int
}

extension ChainedContainer {
  fileprivate var chain: Factory<[TestService]> {
    self { [TestService()] + (self.next?.chain() ?? []) }
  }
  fileprivate var cachedChain: Factory<[TestService]> {
    self { [TestService()] + (self.next?.cachedChain() ?? []) }.cached
  }
  fileprivate var opaqueDepth: ParameterFactory<Opaque, Int> {
    self { $0.number == 0 ? 0 : 1 + self.opaqueDepth(Opaque(number: $0.number - 1)) }
  }
  /// Needs itself until the third time.
  fileprivate var third: Factory<Int> {
    self { self.count.increment() < 3 ? self.third() : self.count.value }
  }

  /// Factories whose keys differ by their type only.
  fileprivate var typed: Factory<Int> { Factory(self, key: "typed") { self.typedText().count } }
  fileprivate var typedText: Factory<String> { Factory(self, key: "typed") { "four" } }
}

private func onDeepStack(_ body: @escaping @Sendable () -> Void) {
  TestThread(stackSize: TestThread.deepStack, body).join()
}

@Suite("No circular dependencies") struct NoCircularDependencyTests {
  @Test("A chain through 500 containers is not reported")
  func manyContainers() {
    var container = ChainedContainer()
    for _ in 1..<500 { container = ChainedContainer(next: container) }
    let first = container
    onDeepStack {
      #expect(first.chain().count == 500)
      #expect(first.cachedChain().count == 500)
    }
  }

  @Test("A recursion over a parameter without == that ends is not reported")
  func opaqueRecursion() {
    let container = ChainedContainer()
    onDeepStack { #expect(container.opaqueDepth(Opaque(number: 200)) == 200) }
  }

  @Test("Factories of equal names and different types are different factories")
  func types() {
    #expect(ChainedContainer().typed() == 4)
  }
}

extension ProcessWide {
  @Suite("Testing for circular dependencies") struct CircularDependencyTestingTests {
    @Test("The test is on by default; off for all containers, a factory may resolve itself")
    func off() {
      let manager = ContainerManager()
      #expect(manager.circularDependencyTesting)
      defer { manager.circularDependencyTesting = true }
      manager.circularDependencyTesting = false
      #expect(!ContainerManager().circularDependencyTesting)
      #expect(ChainedContainer().third() == 3)
    }

    #if DEBUG
      @Test("With the test on, a debug build reports a factory that resolves itself and would end")
      func on() async {
        await #expect(processExitsWith: .failure) {
          _ = ChainedContainer().third()
        }
      }
    #else
      @Test("A release build allows a factory to resolve itself a few times")
      func on() {
        #expect(ChainedContainer().third() == 3)
      }
    #endif
  }
}
