// Factory, MIT licence; see LICENSE
//
// The wrappers in every kind of type: classes, structs, actors, main-actor and observable types,
// and types that cross threads.
import FactoryTestSupport
import FactoryTesting
import Observation
import Testing

private protocol ServiceType: AnyObject, Sendable {}
private final class Service: ServiceType {}
private final class MockService: ServiceType {}

extension Container {
  fileprivate var service: Factory<ServiceType> { self { Service() }.cached }
  @MainActor fileprivate var viewModel: Factory<ContentViewModel> { self { ContentViewModel() } }
}

private class Base {
  @Injected(\.service) fileprivate var injected
}
private final class Derived: Base {
  @LazyInjected(\.service) var lazy
}

private struct Structure: Sendable {
  @Injected(\.service) var injected
  @LazyInjected(\.service) var lazy
  @WeakLazyInjected(\.service) var weakly
  @DynamicInjected(\.service) var dynamic
  @InjectedContainer var container

  mutating func replace(by service: ServiceType) {
    injected = service
    lazy = service
    weakly = service
  }
}

private actor Isolated {
  @Injected(\.service) var injected
  @LazyInjected(\.service) var lazy
  @WeakLazyInjected(\.service) var weakly
  @DynamicInjected(\.service) var dynamic
  @InjectedContainer var container

  func resolve() -> ServiceType { $injected.resolve(reset: .scope) }
  func replace(by service: ServiceType) { lazy = service }
}

@MainActor private final class MainActorObject {
  @Injected(\.service) var injected
  @LazyInjected(\.service) var lazy
  @WeakLazyInjected(\.service) var weakly
  @DynamicInjected(\.service) var dynamic
  @InjectedContainer var container
}

private final class CrossThread: @unchecked Sendable {
  // Sendable: the properties are only read after `init`; lazy ones guard themselves.
  @Injected(\.service) private(set) var injected
  @LazyInjected(\.service) private(set) var lazy
}

@MainActor @Observable
private final class ContentViewModel {
  @ObservationIgnored @Injected(\.service) var service
  @ObservationIgnored @LazyInjected(\.service) var lazy
  @ObservationIgnored @WeakLazyInjected(\.service) var weakly
  @ObservationIgnored @DynamicInjected(\.service) var dynamic
  @ObservationIgnored @InjectedContainer var container
  var results: [Int] = []
}

private enum Global {
  static func injected() -> ServiceType {
    @Injected(\.service) var service
    return service
  }
}

@Suite(.container) struct WrapperOwnerTests {
  fileprivate let expected = Container.shared.service()

  @Test("A class and its subclass inject")
  func classes() {
    let object = Derived()
    #expect(object.injected === expected)
    #expect(object.lazy === expected)
  }

  @Test("A struct injects")
  func structure() {
    let value = Structure()
    #expect(value.injected === expected)
    #expect(value.lazy === expected)
    #expect(value.weakly === expected)
    #expect(value.dynamic === expected)
    #expect(value.container === Container.shared)
  }

  @Test("A struct's injected properties are its own")
  func structureCopies() {
    let value = Structure()
    var copy = value
    let mock = MockService()
    copy.replace(by: mock)
    #expect(copy.injected === mock)
    #expect(copy.lazy === mock)
    #expect(copy.weakly === mock)
    #expect(value.injected === expected)
    #expect(value.lazy === expected)
    #expect(value.weakly === expected)
  }

  @Test("A Sendable struct takes its injected properties to another task")
  func sendableStructure() async {
    let value = Structure()
    let injected = await Task { (value.injected, value.lazy) }.value
    #expect(injected.0 === expected)
    #expect(injected.1 === expected)
  }

  @Test("A local struct injects")
  func localStructure() {
    struct Small {
      @Injected(\.service) var service
    }
    #expect(Small().service === expected)
    let mock = MockService()
    var small = Small()
    small.service = mock
    #expect(small.service === mock)
  }

  @Test("An actor injects")
  func actor() async {
    let isolated = Isolated()
    #expect(await isolated.injected === expected)
    #expect(await isolated.lazy === expected)
    #expect(await isolated.weakly === expected)
    #expect(await isolated.dynamic === expected)
    #expect(await isolated.container === Container.shared)
  }

  @Test("An actor changes its injected properties")
  func actorChanges() async {
    let isolated = Isolated()
    let mock = MockService()
    await isolated.replace(by: mock)
    #expect(await isolated.lazy === mock)
    let new = await isolated.resolve()
    #expect(await isolated.injected === new)
    #expect(new !== expected)
  }

  @Test("A main-actor class injects") @MainActor
  func mainActor() {
    let object = MainActorObject()
    #expect(object.injected === expected)
    #expect(object.lazy === expected)
    #expect(object.weakly === expected)
    #expect(object.dynamic === expected)
    #expect(object.container === Container.shared)
  }

  @Test("A class that crosses threads injects")
  func crossThread() {
    let object = CrossThread()
    let instances = onThreads(2) { _ in object.injected }
    #expect(instances.allSatisfy { $0 === expected })
    #expect(object.lazy === expected)
  }

  @Test("An observable main-actor class injects into ignored properties") @MainActor
  func observable() {
    let viewModel = ContentViewModel()
    #expect(viewModel.service === expected)
    #expect(viewModel.lazy === expected)
    #expect(viewModel.weakly === expected)
    #expect(viewModel.dynamic === expected)
    #expect(viewModel.container === Container.shared)
  }

  @Test("An observable class is created by a main-actor factory, and still observed") @MainActor
  func observedViewModel() {
    let viewModel = Container.shared.viewModel()
    let changes = Counter()
    withObservationTracking {
      _ = viewModel.results
    } onChange: {
      changes.increment()
    }
    viewModel.results = [1]
    #expect(changes.value == 1)
    #expect(viewModel.service === expected)
  }

  @Test("Resolving a lazy property of an observable class is not a change") @MainActor
  func lazyIsNotObserved() {
    let viewModel = ContentViewModel()
    let changes = Counter()
    withObservationTracking {
      _ = viewModel.lazy
    } onChange: {
      changes.increment()
    }
    viewModel.lazy = MockService()
    #expect(changes.value == 0)
  }

  @Test("A function injects a local variable")
  func localVariable() {
    #expect(Global.injected() === expected)
  }
}
