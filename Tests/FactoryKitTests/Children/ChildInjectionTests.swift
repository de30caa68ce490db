// Factory, MIT licence; see LICENSE
//
// While an owner that is a child builds an instance, what is injected comes from that child.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class User: Sendable {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Model {
  @Injected(\.user) var injected
  @LazyInjected(\.user) var lazy
  @WeakLazyInjected(\.cachedUser) var weak
  @DynamicInjected(\.user) var dynamic
  let dependency: User = FactoryKit.dependency(\.user)
}

private final class ContainerHolder {
  @InjectedContainer var container
}

private final class Screen {
  let model = Model()
}

extension Container {
  fileprivate var user: Factory<User> { self { User("root") } }
  fileprivate var cachedUser: Factory<User> { self { User("root") }.cached }
  fileprivate var model: Factory<Model> { self { Model() } }
  fileprivate var holder: Factory<ContainerHolder> { self { ContainerHolder() } }
  fileprivate var screen: Factory<Screen> { self { Screen() } }
  fileprivate var cachedModel: Factory<Model> { self { Model() }.cached }
  fileprivate var asyncModel: AsyncFactory<SendableModel, Never> {
    self { () async in
      await Task.yield()
      return SendableModel()
    }
  }
  fileprivate var cachedAsyncModel: AsyncFactory<SendableModel, Never> { asyncModel.cached }
}

private final class LazyModel {
  @LazyInjected(\.user) var lazy
}

extension Container {
  fileprivate var lazyModel: Factory<LazyModel> { self { LazyModel() }.cached }
}

private final class SendableModel: Sendable {
  let user: User = FactoryKit.dependency(\.user)
}

private func child(_ name: String) -> Container {
  let child = Container(parent: .shared)
  child.user.register { User(name) }
  child.cachedUser.register { User(name) }
  return child
}

@Suite("Injection in a child", .container) struct ChildInjectionTests {
  @Test("@Injected in an initialiser resolves from the child that builds")
  func injected() {
    #expect(child("child").model().injected.name == "child")
  }

  @Test("Nested types inject from the child")
  func nested() {
    #expect(child("child").screen().model.injected.name == "child")
  }

  @Test("dependency() resolves from the child")
  func function() {
    #expect(child("child").model().dependency.name == "child")
  }

  @Test("@InjectedContainer is the child")
  func container() {
    let child = child("child")
    #expect(child.holder().container === child)
  }

  @Test("@LazyInjected resolves from the child after the construction")
  func lazy() {
    let child = child("child")
    let model = child.model()
    #expect(model.lazy.name == "child")
    #expect(model.dynamic.name == "child")
    #expect(model.weak?.name == "child")
    withExtendedLifetime(child) {}
  }

  @Test("Once the child is gone, @LazyInjected and @DynamicInjected use the shared container")
  func gone() {
    var child: Container? = child("child")
    let model = child!.model()
    child = nil
    #expect(model.lazy.name == "root")
    #expect(model.dynamic.name == "root")
  }

  @Test("A container without a parent injects from the shared container")
  func root() {
    let container = Container()
    container.user.register { User("other") }
    #expect(container.model().injected.name == "root")
  }

  @Test("The shared container, which is the child's parent, acts as the child that builds")
  func explicit() {
    let child = child("child")
    let built = LockedArray<Model>()
    child.screen.register {
      built.append(Container.shared.cachedModel())
      return Screen()
    }
    _ = child.screen()
    #expect(built.elements.map(\.injected.name) == ["child"])
    #expect(built.elements.first === child.cachedModel())
    #expect(Container.shared.cachedModel.resolvedOrNil() == nil)
  }

  @Test("withValue inside the construction changes what `shared` is, and not what is injected")
  func withValue() {
    let (first, second) = (child("first"), child("second"))
    let shared = LockedArray<String>()
    first.model.register {
      Container.$shared.withValue(second) {
        shared.append(Container.shared.user().name)
        return Model()
      }
    }
    #expect(first.model().injected.name == "first")
    #expect(shared.elements == ["second"])
  }

  @Test("run inside the construction starts over, also for the container that is shared already")
  func run() {
    let child = child("child")
    child.model.register { Container.shared.run { Model() } }
    #expect(child.model().injected.name == "root")
  }

  @Test("An asynchronous construction injects from the child, with and without a scope")
  func asynchronous() async {
    let child = child("child")
    #expect(await child.asyncModel().user.name == "child")
    #expect(await child.cachedAsyncModel().user.name == "child")
  }

  @Test("run makes the container the shared one")
  func shared() async {
    let child = child("child")
    #expect(child.run { Container.shared } === child)
    #expect(await child.run { () async in Container.shared } === child)
  }

  @Test("A cached model that injects lazily, and the child, free each other")
  func memory() {
    weak var model: LazyModel?
    weak var weakChild: Container?
    do {
      let child = child("child")
      weakChild = child
      let made = child.lazyModel()
      model = made
      _ = made.lazy
    }
    #expect(model == nil)
    #expect(weakChild == nil)
  }
}
