// Factory, MIT licence; see LICENSE
//
// The property wrappers on main-actor parameter factories: they inject a main-actor function.
import FactoryTesting
import Testing

@MainActor private final class Editor {
  let document: Int
  let origin: String
  init(_ document: Int, _ origin: String = "live") {
    self.document = document
    self.origin = origin
  }
}

private final class OtherContainer: SharedContainer {
  @TaskLocal static var shared = OtherContainer()
  let manager = ContainerManager()
}

extension Trait where Self == ContainerTrait<OtherContainer> {
  fileprivate static var otherContainer: Self {
    .init(shared: OtherContainer.$shared, container: OtherContainer())
  }
}

extension Container {
  fileprivate var editor: MainActorParameterFactory<Int, Editor> { self { Editor($0) } }
  fileprivate var keptEditor: MainActorParameterFactory<Int, Editor> {
    self { Editor($0) }.scopeOnParameters.cached
  }
}
extension OtherContainer {
  fileprivate var editor: MainActorParameterFactory<Int, Editor> { self { Editor($0, "other") } }
}

@MainActor private final class Window {
  @Injected(\.editor) var make
  @Injected(\.editor) var makeDeclared: @MainActor (Int) -> Editor
  @LazyInjected(\.keptEditor) var lazy
  @DynamicInjected(\.editor) var dynamic
  @Injected(\OtherContainer.editor) var makeOther
  @LazyInjected(\OtherContainer.editor) var lazyOther
  @DynamicInjected(\OtherContainer.editor) var dynamicOther
}

@Suite("Injecting main-actor parameter factories", .container, .otherContainer)
@MainActor struct MainActorFunctionInjectionTests {
  @Test("A wrapper on a main-actor parameter factory is a main-actor function of the parameter")
  func function() {
    let window = Window()
    #expect(window.make(1).document == 1)
    #expect(window.makeDeclared(2).document == 2)
    #expect(window.lazy(3).document == 3)
    #expect(window.dynamic(4).document == 4)
  }

  @Test("The functions of another container's factories")
  func otherContainer() {
    let window = Window()
    #expect(window.makeOther(1).origin == "other")
    #expect(window.lazyOther(2).origin == "other")
    #expect(window.dynamicOther(3).origin == "other")
  }

  @Test("Each call of an injected function uses the current registration")
  func registration() {
    let window = Window()
    Container.shared.editor.register { Editor($0, "mock") }
    #expect(window.make(1).origin == "mock")
    #expect(window.dynamic(1).origin == "mock")
    Container.shared.editor.reset()
    #expect(window.make(1).origin == "live")
  }

  @Test("Each call of an injected function respects the scope, also after a full reset")
  func scope() {
    let window = Window()
    let one = window.lazy(1)
    #expect(window.lazy(1) === one)
    #expect(window.lazy(2) !== one)
    #expect(Container.shared.keptEditor(1) === one)
    Container.shared.reset()
    let again = window.lazy(1)
    #expect(again !== one)
    #expect(window.lazy(1) === again)
  }

  @Test("The function uses the container that the wrapper resolved it from")
  func containerOfWrapper() {
    let container = Container()
    container.editor.register { Editor($0, "task") }
    let outside = Window()
    let inside = Container.$shared.withValue(container) {
      #expect(outside.make(1).origin == "live")
      #expect(outside.dynamic(1).origin == "task")
      return Window()
    }
    #expect(inside.make(1).origin == "task")
  }

  @Test("An injected function can be called with await from elsewhere")
  nonisolated
    func fromElsewhere() async
  {
    let window = await Window()
    let make = await window.make
    #expect(await make(5).document == 5)
  }
}
