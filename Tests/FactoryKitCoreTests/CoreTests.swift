// Factory, MIT licence; see LICENSE
//
// A program that imports FactoryKitCore alone. `swift test` links all test modules to one program;
// `FACTORY_TESTS=FactoryKitCoreTests swift test` runs this one without FactoryKit.
import FactoryKitCore
import Testing

private protocol Store: AnyObject, Sendable {
  var name: String { get }
}

private final class LiveStore: Store {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class CoreContainer: SharedContainer {
  @TaskLocal static var shared = CoreContainer()
  let manager: ContainerManager

  init(parent: CoreContainer? = nil) {
    manager = parent.map { ContainerManager(childOf: $0) } ?? ContainerManager()
  }

  var title: Factory<String> { self { "live" } }
  var store: Factory<any Store> { self { LiveStore(self.title()) }.cached }
  var session: Factory<any Store> { self { LiveStore("session") }.shared }
  var process: Factory<any Store> { self { LiveStore("process") }.singleton }
  var numbered: ParameterFactory<Int, String> { self { "number \($0)" } }
  var other: Factory<(any Store)?> { promised() }
}

private final class Screen {
  @Injected(\CoreContainer.store) var store
  @LazyInjected(\CoreContainer.title) var title
  @WeakLazyInjected(\CoreContainer.session) var session
  @DynamicInjected(\CoreContainer.title) var current
}

@Suite("FactoryKitCore alone") struct CoreTests {
  private let container = CoreContainer()

  @Test("Factories, scopes and parameters resolve")
  func resolutions() {
    #expect(container.store() === container.store())
    #expect(container.process() === CoreContainer().process())
    #expect(container.numbered(7) == "number 7")
    #expect(container.store().name == "live")
  }

  @Test("A registration replaces the closure until the reset")
  func registrations() {
    container.title.register { "mock" }
    #expect(container.store().name == "mock")
    container.reset()
    #expect(container.store().name == "live")
  }

  @Test("Decorators and a time to live are modifiers")
  func modifiers() {
    var decorated: [String] = []
    let factory = container.title.decorator { decorated.append($0) }
    #expect(factory() == "live")
    #expect(decorated == ["live"])
    #expect(container.store.timeToLive(60)() === container.store())
  }

  #if DEBUG
    @Test("Contexts are modifiers")
    func contexts() {
      #expect(container.title.onTest { "test" }() == "test")
    }
  #endif

  @Test("The property wrappers and dependency(_:) resolve from the shared container")
  func injection() {
    CoreContainer.$shared.withValue(container) {
      let screen = Screen()
      #expect(screen.store === container.store())
      #expect(screen.title == "live")
      let session = screen.session
      #expect(session === container.session())
      container.title.register { "new" }
      #expect(screen.current == "new")
      #expect(screen.title == "live")
      #expect(dependency(\CoreContainer.numbered, parameter: 1) == "number 1")
    }
  }

  @Test("A promise is registered elsewhere")
  func promises() {
    container.other.register { LiveStore("registered") }
    #expect(container.other()?.name == "registered")
  }

  @Test("A child container uses its parent's registrations and has its own instances")
  func children() {
    container.title.register { "parent" }
    let child = CoreContainer(parent: container)
    #expect(child.store().name == "parent")
    #expect(child.store() !== container.store())
  }

  @Test("Names of types are those of the module that most programs import")
  func names() {
    #expect("\(container.title)".contains("CoreContainer.title<Swift.String>"))
    #expect("\(Container.shared.name)".hasPrefix("FactoryKit.Container.name<Swift.String>"))
    #expect("\(Container.shared.boxed)".contains("<Swift.Optional<FactoryKit.Container>>"))
    #expect(
      "\(Container.shared.nested)".contains("FactoryKitCoreTests):FactoryKit.Container.Nested>"))
  }
}

extension Container {
  fileprivate var name: Factory<String> { self { "" } }
  fileprivate var boxed: Factory<Container?> { self { nil } }
  struct Nested {}
  fileprivate var nested: Factory<Nested> { self { Nested() } }
}
