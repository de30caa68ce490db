// Factory, MIT licence; see LICENSE
//
// Circular dependencies: the text of the report, word for word.
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
  fileprivate var shared: Factory<CircularLink> { self { CircularLink(self.shared()) }.shared }
  fileprivate var single: Factory<CircularLink> { self { CircularLink(self.single()) }.singleton }
  fileprivate var graph: Factory<CircularLink> { self { CircularLink(self.graph()) }.graph }
  fileprivate var same: ParameterFactory<Int, CircularLink> { self { CircularLink(self.same($0)) } }

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

private let howToFix =
  "To fix this: inject one of them with @LazyInjected or @WeakLazyInjected, or move what both "
  + "need into a factory of its own."
private let link = "FactoryKitContainerTests.CircularLink"
private let place = "FactoryKitContainerTests/CircularDependencyTests.swift"

/// The text of a line of a chain.
private func line(_ index: Int, _ container: String, _ name: String, _ line: Int) -> String {
  "  \(index): FactoryKitContainerTests.\(container).\(name)<\(link)> (\(place):\(line))\n"
}

private final class LazyReader {
  @LazyInjected(\CircularContainer.number) var number
}

@Suite("Circular dependencies") struct CircularDependencyTests {
  private func expectReport(_ result: ExitTest.Result?) {
    #expect(
      text(result).contains(
        "circular dependency: creating FactoryKitContainerTests.CircularContainer"))
  }

  @Test("A factory that requires itself stops the program with its chain")
  func unscoped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CircularContainer.shared.first()
    }
    let text = text(result)
    let container = "CircularContainer"
    let start = CircularContainer.firstLine
    #expect(
      text.contains(
        "FactoryKit: circular dependency: creating FactoryKitContainerTests.CircularContainer."))
    #expect(text.contains(line(0, container, "first", start)))
    #expect(text.contains(line(1, container, "second", start + 1)))
    #expect(text.contains(line(2, container, "third", start + 2)))
    #expect(text.contains(line(3, container, "first", start)))
    #expect(text.contains(howToFix))
    #if DEBUG
      #expect(!text.contains("  4: "))
    #endif
  }

  @Test("A scoped factory that requires itself stops the program with its chain")
  func scoped() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CircularContainer.shared.cached()
    }
    let text = text(result)
    let (container, start) = ("CircularContainer", CircularContainer.cachedLine)
    let factory = "FactoryKitContainerTests.CircularContainer.cached<\(link)> (\(place):\(start))"
    #expect(
      text.contains(
        "FactoryKit: circular dependency: creating \(factory) requires \(factory).\n"
          + line(0, container, "cached", start) + line(1, container, "between", start + 1)
          + line(2, container, "cached", start) + howToFix))
  }

  @Test("A shared factory that requires itself is reported")
  func shared() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CircularContainer.shared.shared()
    }
    expectReport(result)
  }

  @Test("A singleton that requires itself is reported")
  func singleton() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CircularContainer.shared.single()
    }
    expectReport(result)
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
    #expect(text.contains(howToFix))
  }
}
