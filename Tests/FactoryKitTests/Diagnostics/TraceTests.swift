// Factory, MIT licence; see LICENSE
//
// The trace: its format, in debug and release builds, and what may happen while it is on.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Foundation
import Testing

final class TracedContainer: SharedContainer {
  @TaskLocal static var shared = TracedContainer()
  let manager = ContainerManager()
}

protocol TracedA: AnyObject {}
protocol TracedB: AnyObject {}
final class TracedCommon: TracedA, TracedB {}
final class TracedImplementation {}
final class TracedRoot {
  let children: [AnyObject]
  init(_ children: [AnyObject]) { self.children = children }
}
struct TracedValue {}

extension TracedContainer {
  // The same graph as in the guide's example.
  fileprivate var cycleDemo: Factory<TracedRoot> {
    self { TracedRoot([self.aService(), self.bService()]) }
  }
  fileprivate var aService: Factory<any TracedA> { self { self.implementsAB() } }
  fileprivate var bService: Factory<any TracedB> { self { self.implementsAB() } }
  fileprivate var implementsAB: Factory<any TracedA & TracedB> {
    self {
      _ = self.networkService()
      return TracedCommon()
    }.graph
  }
  fileprivate var networkService: Factory<TracedImplementation> { self { TracedImplementation() } }

  fileprivate var cached: Factory<TracedImplementation> { self { TracedImplementation() }.cached }
  fileprivate var singleton: Factory<TracedImplementation> {
    self { TracedImplementation() }.singleton
  }
  fileprivate var value: Factory<TracedValue> { self { TracedValue() } }
  fileprivate var optional: Factory<TracedImplementation?> {
    self { TracedImplementation() }.cached
  }
  fileprivate var nothing: Factory<TracedImplementation?> { self { nil } }
  fileprivate var cachedNumber: Factory<Int> { self { 7 }.cached }
  fileprivate var turnsOn: Factory<TracedImplementation> {
    self {
      self.manager.trace = true
      return self.networkService()
    }
  }
  fileprivate var turnsOff: Factory<TracedImplementation> {
    self {
      self.manager.trace.toggle()
      return self.networkService()
    }
  }
  fileprivate var chain: ParameterFactory<Int, TracedImplementation> {
    self { $0 == 0 ? TracedImplementation() : self.chain($0 - 1) }
  }
}

private func address(_ object: AnyObject) -> String {
  "\(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))"
}

private let prefix = "FactoryKitContainerTests.TracedContainer"

extension ProcessWide {
  @Suite("Trace", .container) struct TraceTests {
    private let container = TracedContainer()

    private func trace(_ body: () throws -> Void) rethrows -> [String] {
      try ProcessWide.log(naming: "TracedContainer", trace: true, body)
    }

    @Test("A cycle is traced as in the guide")
    func guide() {
      var root: TracedRoot?
      let lines = trace { root = container.cycleDemo() }
      let demo = address(root!)
      let common = address(root!.children[0])
      // The network service has been deallocated, so its address is not known.
      let network = lines.count > 3 ? lines[3].split(separator: ":").last! : ""
      #expect(
        lines == [
          "0: \(prefix).cycleDemo<TracedRoot> = N:\(demo)",
          "1:     \(prefix).aService<TracedA> = N:\(common)",
          "2:         \(prefix).implementsAB<TracedA & TracedB> = N:\(common)",
          "3:             \(prefix).networkService<TracedImplementation> = N:\(network)",
          "1:     \(prefix).bService<TracedB> = N:\(common)",
          "2:         \(prefix).implementsAB<TracedA & TracedB> = C:\(common)",
        ])
    }

    @Test(
      "New instances are marked with N:, cached ones with C:",
      arguments: [
        \TracedContainer.cached, \TracedContainer.singleton,
      ])
    func newAndKept(path: any KeyPath<TracedContainer, Factory<TracedImplementation>> & Sendable) {
      var instance: TracedImplementation?
      let lines = trace {
        instance = container[keyPath: path]()
        _ = container[keyPath: path]()
      }
      let expected = ["N:", "C:"].map { "\($0)\(address(instance!))" }
      #expect(lines.map { String($0.split(separator: " ").last!) } == expected)
      #expect(lines.allSatisfy { $0.hasPrefix("0: ") })
    }

    @Test("A value and nil are traced without an address")
    func value() {
      let lines = trace {
        for _ in 0..<2 { _ = container.cachedNumber() }
        _ = container.nothing()
      }
      #expect(
        lines == [
          "0: \(prefix).cachedNumber<Int> = N:-", "0: \(prefix).cachedNumber<Int> = C:-",
          "0: \(prefix).nothing<Optional<TracedImplementation>> = N:-",
        ])
    }

    @Test("An optional is traced with the address of its object")
    func optional() {
      var instance: TracedImplementation?
      let lines = trace { instance = container.optional() }
      #expect(
        lines
          == ["0: \(prefix).optional<Optional<TracedImplementation>> = N:\(address(instance!))"])
    }

    @Test("A registration that replaces the original is traced in brackets")
    func registered() {
      container.value.register { TracedValue() }
      let lines = trace { _ = container.value() }
      #expect(lines == ["0: \(prefix).value<TracedValue> = N:- (registered)"])
    }

    @Test("A context that replaces the original is traced in brackets")
    func context() {
      container.value.context(.simulator, .device) { TracedValue() }
      let lines = trace {
        ProcessWide.withContext {
          $0.isSimulator = false
        } _: {
          _ = container.value()
        }
      }
      #expect(lines == ["0: \(prefix).value<TracedValue> = N:- (device)"])
    }

    @Test("The setting and the logger are shared by all containers")
    func global() {
      let notes = LockedArray<String>()
      let logger: @Sendable (String) -> Void = { notes.append($0) }
      let lines = ProcessWide.log(naming: "TracedContainer", logger: logger) {
        ContainerManager().trace = true
        #expect(container.manager.trace)
        _ = container.value()
      }
      #expect(lines == notes.elements)
      #expect(lines.count == 1)
    }

    @Test("A trace that is turned on inside a factory starts there")
    func turnedOn() {
      let lines = ProcessWide.log(naming: "TracedContainer") { _ = container.turnsOn() }
      #expect(lines.count == 1)
      #expect(lines.first?.hasPrefix("1:     \(prefix).networkService<") == true)
    }

    @Test("A trace that is turned off inside a factory completes the current cycle")
    func turnedOff() {
      let lines = trace { _ = container.turnsOff() }
      #expect(lines.count == 1)
      #expect(lines.first?.hasPrefix("0: \(prefix).turnsOff<") == true)
    }

    @Test("A logger may resolve, which is not traced")
    func loggerResolves() {
      let container = container
      let resolved = Counter()
      let logger: @Sendable (String) -> Void = { _ in
        _ = container.cycleDemo()
        resolved.increment()
      }
      let lines = ProcessWide.log(naming: "TracedContainer", trace: true, logger: logger) {
        _ = container.value()
      }
      #expect(lines == ["0: \(prefix).value<TracedValue> = N:-"])
      #expect(resolved.value == 1)
    }

    @Test("The cycles of two threads do not interleave")
    func threads() {
      let container = container
      let depth = 20
      let lines = trace {
        onThreads(4, inheritingContainers: true) { _ in
          for _ in 0..<25 { _ = container.chain(depth) }
        }
      }
      #expect(lines.count == 100 * (depth + 1))
      for start in stride(from: 0, to: lines.count, by: depth + 1) {
        let cycle = lines[start..<min(start + depth + 1, lines.count)]
        #expect(zip(0..., cycle).allSatisfy { $1.hasPrefix("\($0): ") })
      }
    }

    @Test("A logger that blocks does not stop another thread's traced resolution")
    func loggerBlocks() {
      let isLogging = Gate()
      let mayLog = Gate()
      let blocked = Counter()
      let lines = ProcessWide.log(
        naming: "TracedContainer", trace: true,
        logger: { _ in
          guard blocked.increment() == 1 else { return }
          isLogging.open()
          mayLog.wait()
        },
        {
          let first = TestThread(inheritingContainers: true) { [container] in
            _ = container.cachedNumber()
          }
          isLogging.wait()
          // Its lines are written by the thread that is logging.
          #expect(container.cachedNumber() == 7)
          mayLog.open()
          first.join()
        })
      #expect(lines.count == 2)
    }
  }
}
