// Factory, MIT licence; see LICENSE
//
// Injected properties of observable main-actor classes, with the toolchain's own Observation: only
// what the class itself observes is a change. (Guide: Observation.)
import FactoryTestSupport
import FactoryTesting
import Observation
import Testing

private final class Service: Sendable {
  let name: String
  init(_ name: String = "service") { self.name = name }
}

extension Container {
  fileprivate var service: Factory<Service> { self { Service() }.cached }
}

@MainActor @Observable
private final class ViewModel {
  @ObservationIgnored @Injected(\.service) var injected
  @ObservationIgnored @LazyInjected(\.service) var lazy
  @ObservationIgnored @WeakLazyInjected(\.service) var weakly
  @ObservationIgnored @DynamicInjected(\.service) var dynamic
  @ObservationIgnored @InjectedContainer var container
  var results: [String] = []

  func load() { results = [injected.name, lazy.name] }
}

/// Two closures: one reads an injected property, the other changes it.
private struct Use: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let read: @MainActor @Sendable (ViewModel) -> Void
  let change: @MainActor @Sendable (ViewModel) -> Void

  static let all = [
    Use(testDescription: "@Injected") {
      _ = $0.injected
    } change: {
      $0.injected = Service("other")
    },
    Use(testDescription: "@Injected, resolved again") {
      _ = $0.injected
    } change: {
      $0.$injected.resolve(reset: .scope)
    },
    Use(testDescription: "@LazyInjected, by its first read") {
      _ = $0.$lazy
    } change: {
      _ = $0.lazy
    },
    Use(testDescription: "@LazyInjected") {
      _ = $0.lazy
    } change: {
      $0.lazy = Service("other")
    },
    Use(testDescription: "@LazyInjected, resolved again") {
      _ = $0.lazy
    } change: {
      $0.$lazy.resolve(reset: .all)
    },
    Use(testDescription: "@WeakLazyInjected") {
      _ = $0.weakly
    } change: {
      $0.weakly = nil
    },
    Use(testDescription: "@DynamicInjected") {
      _ = $0.dynamic
    } change: {
      $0.$dynamic.reset()
    },
    Use(testDescription: "@InjectedContainer") {
      _ = $0.container
    } change: {
      $0.container.service.reset()
    },
  ]
}

@Suite(.container) @MainActor struct ObservedOwnerTests {
  private let changes = Counter()

  private func observing(_ read: () -> Void) {
    withObservationTracking(read) { [changes] in changes.increment() }
  }

  @Test("Resolving or replacing an injected property is not an observed change", arguments: Use.all)
  private func injected(use: Use) {
    let model = ViewModel()
    observing { use.read(model) }
    use.change(model)
    #expect(changes.value == 0)
  }

  @Test("A property of the class is observed, also when injected services set it")
  func own() {
    let model = ViewModel()
    observing { _ = model.results }
    model.load()
    #expect(changes.value == 1)
    #expect(model.results == ["service", "service"])
  }

  @Test("Reading injected properties does not stop the observation of others")
  func both() {
    let model = ViewModel()
    observing { _ = (model.injected, model.lazy, model.results) }
    model.lazy = Service("other")
    #expect(changes.value == 0)
    model.load()
    #expect(changes.value == 1)
    #expect(model.results == ["service", "other"])
  }
}
