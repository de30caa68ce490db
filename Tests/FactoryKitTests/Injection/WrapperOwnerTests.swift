// Factory, MIT licence; see LICENSE
//
// The wrappers in every kind of type, with properties that are changed in place, and in observable
// classes: only what the class itself observes is a change. (Guide: Observation.)
import FactoryTestSupport
import FactoryTesting
import Observation
import Testing

extension Container {
  fileprivate var service: Factory<MyServiceType> { self { MyService() }.cached }
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

  mutating func replace(by service: MyServiceType) {
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

  func resolve() -> MyServiceType { $injected.resolve(reset: .scope) }
  func replace(by service: MyServiceType) { lazy = service }
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
  var results: [Int] = []
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
}

private final class Note {
  let text: String
  init(_ text: String) { self.text = text }
}

private final class NoteContainer: SharedContainer {
  @TaskLocal static var shared = NoteContainer()
  let manager = ContainerManager()

  var count: Factory<Int> { self { 1 } }
  var note: Factory<Note> { self { Note("first") }.cached }
}

private final class InPlaceOwner {
  @Injected(\NoteContainer.count) var injected
  @LazyInjected(\NoteContainer.count) var lazy
  @WeakLazyInjected(\NoteContainer.note) var weak
}

private func increment(_ number: inout Int) { number += 1 }

@Suite("Injected properties changed in place") struct InPlaceTests {
  @Test("A change of an injected property persists")
  func injected() {
    let owner = InPlaceOwner()
    increment(&owner.injected)
    #expect(owner.injected == 2)
  }

  @Test("A change of a lazy property resolves it first, and persists")
  func lazy() {
    let owner = InPlaceOwner()
    increment(&owner.lazy)
    #expect(owner.lazy == 2)
  }

  @Test("A weak property holds an assigned instance weakly")
  func weak() {
    let owner = InPlaceOwner()
    func replace(_ note: inout Note?, by other: Note) { note = other }
    let second = Note("second")
    withExtendedLifetime(second) {
      replace(&owner.weak, by: second)
      #expect(owner.weak?.text == "second")
    }
  }
}

private final class NamedService: Sendable {
  let name: String
  init(_ name: String = "service") { self.name = name }
}

extension Container {
  fileprivate var namedService: Factory<NamedService> { self { NamedService() }.cached }
}

@MainActor @Observable
private final class ViewModel {
  @ObservationIgnored @Injected(\.namedService) var injected
  @ObservationIgnored @LazyInjected(\.namedService) var lazy
  @ObservationIgnored @WeakLazyInjected(\.namedService) var weakly
  @ObservationIgnored @DynamicInjected(\.namedService) var dynamic
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
      $0.injected = NamedService("other")
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
      $0.lazy = NamedService("other")
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
      $0.container.namedService.reset()
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
    model.lazy = NamedService("other")
    #expect(changes.value == 0)
    model.load()
    #expect(changes.value == 1)
    #expect(model.results == ["service", "other"])
  }
}
