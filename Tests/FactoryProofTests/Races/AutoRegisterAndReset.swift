// Factory, MIT licence; see LICENSE
//
// A container with `autoRegister` that another thread resets: no resolution finds it
// without its registrations.
import FactoryTestSupport
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("Resolving while a container with autoRegister is reset")
  struct AutoRegisterAndReset {
    enum Resolution: CaseIterable, Sendable {
      case plain, cached, parameter, keptValue, group, cachedGroup

      /// Returns the closure to call repeatedly.
      func resolve(_ container: MockingContainer) -> @Sendable () -> Int {
        switch self {
        case .plain: return { container.plain() }
        case .cached: return { container.cached() }
        case .parameter: return { container.parameter(0) }
        case .keptValue:
          let factory = container.plain
          return { factory() }
        case .group: return { container.numbers() == [1] ? 1 : 0 }
        case .cachedGroup: return { container.cachedNumbers() == [1] ? 1 : 0 }
        }
      }
    }

    @Test("Every resolution finds what autoRegister registers", arguments: Resolution.allCases)
    func neverUnregistered(front: Resolution) {
      let container = MockingContainer()
      let resolve = front.resolve(container)
      let wrong = Counter()
      whileChanging(Effort.scaled(12_000), readers: 3) { _ in
        container.reset()
      } read: {
        if resolve() != 1 { wrong.increment() }
      }
      #expect(wrong.value == 0)
    }

    @Test("The first threads that use a container during a reset find its registrations")
    func firstUse() {
      let wrong = Counter()
      for _ in 0..<Effort.scaled(2_000) {
        let container = MockingContainer()
        onThreads(3) { index in
          if index == 0 { return container.reset() }
          if container.plain() != 1 { wrong.increment() }
        }
      }
      #expect(wrong.value == 0)
    }
  }
}

/// Registers 1 where its factories make 0.
final class MockingContainer: ManagedContainer, AutoRegistering {
  let manager: ContainerManager

  init() { manager = ContainerManager() }

  init(parent: MockingContainer) { manager = ContainerManager(childOf: parent) }

  /// Other factories, so that registering and resetting take longer.
  private static let others: [StaticString] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
  ]

  var plain: Factory<Int> { self { 0 } }
  var cached: Factory<Int> { self { 0 }.cached }
  var parameter: ParameterFactory<Int, Int> { self { $0 } }
  var numbers: FactoryGroup<Int> { group() }
  var cachedNumbers: FactoryGroup<Int> { group().cached }

  func autoRegister() {
    plain.register { 1 }
    cached.register { 1 }
    for key in Self.others { Factory(self, key: key) { 0 }.register { 1 } }
    parameter.register { _ in 1 }
    numbers.add { 1 }
    cachedNumbers.add { 1 }
  }
}
