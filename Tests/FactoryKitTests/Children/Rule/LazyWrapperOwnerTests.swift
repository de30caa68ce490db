// Factory, MIT licence; see LICENSE
//
// Which container lazy and dynamic wrappers remember, and what a read of them is.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

/// One of each wrapper that is read later.
private final class Wrapped: @unchecked Sendable {
  // Sendable: the wrappers lock.
  @LazyInjected(\.cachedOrigin) var lazy: Origin
  @WeakLazyInjected(\.cachedOrigin) var weak: Origin?
  @DynamicInjected(\.cachedOrigin) var dynamic: Origin
  @LazyInjected(\.nameOfOrigin) var function: @Sendable (Int) -> String
  @DynamicInjected(\.nameOfOrigin) var dynamicFunction: @Sendable (Int) -> String
  @DynamicInjected(\.originOfDepot) var ofDepot: Origin
  @DynamicInjected(\.originOfShared) var ofShared: Origin
  @DynamicInjected(\Depot.cachedOrigin) var fromDepot: Origin
}

private enum Wrapper: CaseIterable, Sendable {
  case lazy, weak, dynamic, function, dynamicFunction

  /// Those whose read resolves. That of a function does not: its call does.
  static let values: [Self] = [.lazy, .weak, .dynamic]
  static let functions: [Self] = [.function, .dynamicFunction]

  /// The name of the container from which the wrapper injects.
  func read(_ object: Wrapped) -> String? {
    switch self {
    case .lazy: object.lazy.name
    case .weak: object.weak?.name
    case .dynamic: object.dynamic.name
    case .function: object.function(0)
    case .dynamicFunction: object.dynamicFunction(0)
    }
  }
}

/// Creates an object in its `autoRegister`.
private final class Registering: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = Registering()
  let manager = ContainerManager()
  var registered: Factory<Wrapped?> { self { nil } }

  func autoRegister() {
    let object = Wrapped()
    registered.register { object }
  }
}

extension Scope {
  fileprivate static let session = Cached()
}

extension Container {
  fileprivate var nameOfOrigin: ParameterFactory<Int, String> { self { _ in self.origin().name } }
  fileprivate var originOfDepot: Factory<Origin> { self { dependency(\Depot.origin) } }
  fileprivate var originOfShared: Factory<Origin> { self { Container.shared.origin() } }
  fileprivate var wrapped: Factory<Wrapped> { self { Wrapped() } }
  fileprivate var asyncWrapped: AsyncFactory<Wrapped, Never> {
    self { () async in await Task { Wrapped() }.value }
  }
  fileprivate var reading: Factory<String?> { self { nil } }
}

extension Depot {
  fileprivate var reading: Factory<String?> { self { nil } }
}

@Suite("What a lazy wrapper remembers", .container) struct LazyWrapperMemoryTests {
  private let root = Container.shared
  private let child = Container.child("child")
  private let other = Container.child("other")

  // MARK: A child

  @Test(
    "The child that keeps its object", arguments: Wrapper.allCases,
    [.cached, .shared, .graph] as [Scope])
  fileprivate func keptByChild(wrapper: Wrapper, scope: Scope) {
    let object = child.wrapped.scope(scope)()
    #expect(other.run { wrapper.read(object) } == "child")
  }

  @Test(
    "The child whose asynchronous construction has started its task", arguments: Wrapper.allCases)
  fileprivate func task(wrapper: Wrapper) async {
    let object = await child.asyncWrapped()
    #expect(other.run { wrapper.read(object) } == "child")
  }

  @Test("The parent that keeps its object, not the child that asked", arguments: Wrapper.allCases)
  fileprivate func parent(wrapper: Wrapper) {
    let window = Container.child("window")
    let tab = Container(parent: window, sharing: .session)
    tab.register("tab")
    let object = tab.run { tab.wrapped.scope(.session)() }
    #expect(tab.run { wrapper.read(object) } == "window")
  }

  @Test("The innermost child of the wrapper's own type")
  func ownType() {
    let depot = Depot.child("child depot")
    let child = child
    let object = Factory<Wrapped>(depot, key: "around") { child.wrapped() }()
    #expect(object.dynamic.name == "child")
    #expect(object.fromDepot.name == "child depot")
  }

  @Test(
    "Once it is gone, `shared` of the code that reads, as it acts in a construction",
    arguments: Wrapper.allCases)
  fileprivate func gone(wrapper: Wrapper) {
    let (object, inside) = (Container.child("gone").wrapped(), Container.child("gone").wrapped())
    #expect(other.run { wrapper.read(object) } == "other")
    other.reading.register { wrapper.read(inside) }
    #expect(other.reading() == "other")
  }

  // MARK: The outermost parent

  @Test(
    "The outermost parent, for what a container without a parent keeps",
    arguments: Wrapper.allCases, [.singleton, .cached, .graph] as [Scope])
  fileprivate func keptByRoot(wrapper: Wrapper, scope: Scope) {
    // The functions of the object retain the container, which keeps it.
    defer {
      root.reset()
      Scope.singleton.reset()
    }
    let object = root.wrapped.scope(scope)()
    #expect(child.run { wrapper.read(object) } == "root")
  }

  @Test(
    "The outermost parent, although a child asked for the singleton", arguments: Wrapper.allCases)
  fileprivate func singletonOfChild(wrapper: Wrapper) {
    let object = child.run { child.wrapped.singleton() }
    #expect(other.run { wrapper.read(object) } == "root")
  }

  @Test(
    "It is the outermost parent of the container that is shared at the read",
    arguments: Wrapper.allCases)
  fileprivate func outermostOfReader(wrapper: Wrapper) {
    let object = root.wrapped.singleton()
    let otherRoot = Container()
    otherRoot.register("other root")
    let request = Container.child("request", of: Container.child("session", of: otherRoot))
    #expect(request.run { wrapper.read(object) } == "other root")
  }

  @Test(
    "The outermost parent, for what autoRegister creates in a request", arguments: Wrapper.allCases)
  fileprivate func autoRegister(wrapper: Wrapper) throws {
    let registering = Registering()
    let object = try #require(child.run { registering.registered() })
    #expect(child.run { wrapper.read(object) } == "root")
  }

  @Test(
    "The outermost parent, for a part of what it keeps, and for what one of another type keeps",
    arguments: Wrapper.allCases)
  fileprivate func partOfRoot(wrapper: Wrapper) {
    let depot = Depot()
    let part = Factory<Wrapped>(root, key: "part") { [root] in root.wrapped() }.singleton
    let ofDepot = Factory<Wrapped>(depot, key: "ofDepot") { Wrapped() }.cached
    for object in child.run({ [part(), ofDepot()] }) {
      #expect(child.run { wrapper.read(object) } == "root")
    }
    Scope.singleton.reset()
    depot.reset()
  }

  // MARK: Nothing

  @Test(
    "Nothing outside of constructions, for what a container without a parent builds and nobody keeps, and in run",
    arguments: Wrapper.allCases)
  fileprivate func nothing(wrapper: Wrapper) {
    let (other, reader) = (other, Container.child("reader"))
    child.wrapped.register { other.run { Wrapped() } }
    for object in [child.run { Wrapped() }, root.wrapped(), child.wrapped()] {
      #expect(reader.run { wrapper.read(object) } == "reader")
    }
  }
}

@Suite("A read of a lazy wrapper", .container) struct LazyWrapperReadTests {
  private let root = Container.shared
  private let child = Container.child("child")
  private let other = Container.child("other")

  @Test(
    "In another child's or a singleton's construction, it is of the child that it remembers",
    arguments: Wrapper.values)
  fileprivate func inOtherConstruction(wrapper: Wrapper) {
    let (object, inSingleton) = (child.wrapped(), child.wrapped())
    other.reading.register { wrapper.read(object) }
    #expect(other.reading() == "child")
    let name = Factory<String?>(root, key: "inSingleton") { wrapper.read(inSingleton) }.singleton()
    #expect(name == "child")
  }

  @Test(
    "In a child's construction, a singleton's wrapper is of the process",
    arguments: Wrapper.values)
  fileprivate func inConstruction(wrapper: Wrapper) {
    let object = root.wrapped.singleton()
    child.reading.register { wrapper.read(object) }
    #expect(child.reading() == "root")
  }

  @Test(
    "A call of an injected function is no read: its container acts as the frames say",
    arguments: Wrapper.functions)
  fileprivate func function(wrapper: Wrapper) {
    // The scope is a setting of the root, which the child would have too.
    let ofChild = child.wrapped()
    let ofRoot = root.wrapped.singleton()
    child.reading.register { wrapper.read(ofRoot) }
    #expect(child.reading() == "child")
    other.reading.register { wrapper.read(ofChild) }
    #expect(other.reading() == "child")
    // The names are reported as passed over.
    let reports = ExpectedLines(containing: "Container.inSingleton<")
    let name = Factory<String?>(root, key: "inSingleton") { wrapper.read(ofChild) }.singleton()
    #expect(name == "root")
    withExtendedLifetime(reports) {}
  }

  @Test("What it builds acts as that child, if it names the parent")
  func parentInRead() {
    let object = child.wrapped()
    #expect(object.ofShared.name == "child")
    other.reading.register { object.ofShared.name }
    #expect(other.reading() == "child")
  }

  @Test("What it builds injects nothing of the construction around it: a read is a kept frame")
  func frameOfItsOwn() {
    let object = child.wrapped()
    let depot = Depot.child("child depot")
    depot.reading.register { object.ofDepot.name }
    #expect(depot.reading() == "depot")
  }

  @Test("Nor is a call of the wrapper's factory")
  func factory() {
    let object = root.wrapped.singleton()
    child.reading.register { object.$lazy.factory().name }
    #expect(child.reading() == "child")
    #expect(object.$lazy.factory().name == "root")
  }

  @Test("A child's wrapper uses the child of another type that is shared, a singleton's does not")
  func otherTypeShared() {
    let ofChild = child.wrapped()
    let ofRoot = root.wrapped.singleton()
    let depot = Depot.child("child depot")
    depot.run(Depot.$shared) {
      #expect(ofChild.ofDepot.name == "child depot")
      #expect(ofRoot.ofDepot.name == "depot")
      #expect(ofRoot.fromDepot.name == "depot")
    }
  }

  @Test("After the read, the code around it injects as before", arguments: Wrapper.allCases)
  fileprivate func afterwards(wrapper: Wrapper) {
    let object = root.wrapped.singleton()
    child.reading.register {
      _ = wrapper.read(object)
      return dependency(\.origin).name
    }
    #expect(child.reading() == "child")
  }
}
