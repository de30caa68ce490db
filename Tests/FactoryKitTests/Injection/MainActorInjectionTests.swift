// Factory, MIT licence; see LICENSE
//
// The property wrappers on main-actor factories; on those with a parameter, they inject a main-
// actor function.
import FactoryTestSupport
import FactoryTesting
import Testing

@MainActor private final class Model {
  let name: String
  init(_ name: String = "live") { self.name = name }
}

extension Container {
  fileprivate var model: MainActorFactory<Model> { self { Model() } }
  fileprivate var keptModel: MainActorFactory<Model> { self { Model() }.cached }
}
extension OtherContainer {
  fileprivate var model: MainActorFactory<Model> { self { Model("other") } }
}

@MainActor private final class Coordinator {
  @Injected(\.model) var injected
  @LazyInjected(\.model) var lazy
  @WeakLazyInjected(\.keptModel) var weak
  @DynamicInjected(\.model) var dynamic
}

@MainActor private final class OtherCoordinator {
  @Injected(\OtherContainer.model) var injected
  @LazyInjected(\OtherContainer.model) var lazy
  @WeakLazyInjected(\OtherContainer.model) var weak
  @DynamicInjected(\OtherContainer.model) var dynamic
}

@Suite("Injecting main-actor factories", .container, .otherContainer)
@MainActor struct MainActorInjectionTests {
  @Test("All wrappers take the key path of another container")
  func otherContainer() {
    let coordinator = OtherCoordinator()
    #expect(coordinator.injected.name == "other")
    #expect(coordinator.lazy.name == "other")
    #expect(coordinator.dynamic.name == "other")
    #expect(coordinator.weak?.name == "other")
    // Nothing else retained it.
    #expect(coordinator.weak == nil)
  }

  @Test("The projected factory registers for the main-actor factory")
  func projectedFactory() {
    let coordinator = Coordinator()
    coordinator.$injected.factory.register { MainActor.assumeIsolated { Model("registered") } }
    #expect(Container.shared.model().name == "registered")
    #expect(coordinator.$injected.resolve().name == "registered")
    #expect(coordinator.injected.name == "registered")
  }

  @Test("The wrappers use the container of the task that creates or reads them")
  func containerOfTask() {
    let container = Container()
    container.model.register { Model("task") }
    container.keptModel.register { Model("task") }
    let outside = Coordinator()
    Container.$shared.withValue(container) {
      #expect(Coordinator().injected.name == "task")
      #expect(outside.injected.name == "live")
      #expect(outside.lazy.name == "task")
      #expect(outside.weak?.name == "task")
      #expect(outside.dynamic.name == "task")
    }
    #expect(outside.dynamic.name == "live")
  }
}

extension MainActorInjectionTests {
  @Test("Resolving the projected factory off the main actor stops the program")
  nonisolated
    func offMainActor() async
  {
    await #expect(processExitsWith: .failure) {
      let factory = await MainActor.run { Coordinator().$injected.factory }
      await Task.detached { _ = factory.resolve() }.value
    }
  }
}

@MainActor private final class Editor {
  let document: Int
  let origin: String
  init(_ document: Int, _ origin: String = "live") {
    self.document = document
    self.origin = origin
  }
}

extension Container {
  fileprivate var editor: MainActorParameterFactory<Int, Editor> { self { Editor($0) } }
}
extension OtherContainer {
  fileprivate var editor: MainActorParameterFactory<Int, Editor> { self { Editor($0, "other") } }
}

@MainActor private final class Window {
  @Injected(\.editor) var make
  @Injected(\.editor) var makeDeclared: @MainActor (Int) -> Editor
  @LazyInjected(\.editor) var lazy
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
