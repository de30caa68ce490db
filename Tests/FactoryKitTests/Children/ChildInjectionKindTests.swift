// Factory, MIT licence; see LICENSE
//
// Everything that builds in a child injects from the child: all kinds of factory, registrations, layers, groups, warm-up,
// tasks, nested children, and children of other container types.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Label: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

/// Injects from `Container`.
private final class Holder: Sendable {
  let label: Label = dependency(\.label)
  let inner: String
  init(inner: String = "") { self.inner = inner }
}

private struct Unlucky: Error {}

private final class Shop: SharedContainer {
  @TaskLocal static var shared = Shop()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: Shop) { manager = ContainerManager(childOf: parent) }

  var label: Factory<Label> { self { Label("shop") } }
  var holder: Factory<ShopHolder> { self { ShopHolder() } }
  var singleton: Factory<ShopHolder> { self { ShopHolder() }.singleton }
  var asyncSingleton: AsyncFactory<ShopHolder, Never> {
    self { () async in ShopHolder() }.singleton
  }
}

/// Injects from `Shop` and from `Container`.
private final class ShopHolder: Sendable {
  let own: Label = dependency(\Shop.label)
  let other: Label = dependency(\.label)
}

extension Container {
  fileprivate var label: Factory<Label> { self { Label("root") } }
  fileprivate var holder: Factory<Holder> { self { Holder() } }
  fileprivate var cached: Factory<Holder> { self { Holder() }.cached }
  fileprivate var weaklyHeld: Factory<Holder> { self { Holder() }.shared }
  fileprivate var graph: Factory<Holder> { self { Holder() }.graph }
  fileprivate var singleton: Factory<Holder> { self { Holder() }.singleton }
  fileprivate var numbered: ParameterFactory<Int, Holder> { self { Holder(inner: "\($0)") } }
  fileprivate var throwing: ThrowingFactory<Holder, any Error> { self { () throws in Holder() } }
  @MainActor fileprivate var mainActor: MainActorFactory<Holder> { self { @MainActor in Holder() } }
  fileprivate var async: AsyncFactory<Holder, Never> {
    self { () async in
      await Task.yield()
      return Holder()
    }
  }
  fileprivate var asyncCached: AsyncFactory<Holder, Never> { async.cached }
  fileprivate var asyncParallel: AsyncFactory<[Holder], Never> {
    self { () async in
      async let first = Holder()
      let others = await withTaskGroup(of: Holder.self) { group in
        for _ in 0..<4 { group.addTask { Holder() } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      return await [first] + others
    }
  }
  fileprivate var group: FactoryGroup<Holder> { group().add(\.holder).add { Holder() } }
  fileprivate var layered: Factory<Holder> {
    self { Holder() }.wrap { Holder(inner: $0.label.text) }
  }
  fileprivate var shopHolder: Factory<ShopHolder> { self { ShopHolder() } }
  fileprivate var asyncShopHolder: AsyncFactory<ShopHolder, Never> {
    self { () async in ShopHolder() }
  }
  fileprivate var decorated: Factory<Holder> { self { Holder() }.cached }
}

private func child(_ text: String, of parent: Container = .shared) -> Container {
  let child = Container(parent: parent)
  child.label.register { Label(text) }
  return child
}

@Suite("Injection in a child, of everything that builds", .container)
struct ChildInjectionKindTests {
  @Test("Every scope that the child keeps")
  func scopes() {
    let child = child("child")
    #expect(child.cached().label.text == "child")
    #expect(child.weaklyHeld().label.text == "child")
    #expect(child.graph().label.text == "child")
  }

  @Test("A singleton passes over what the child has registered, and says so")
  func singleton() {
    let log = ExpectedLines(containing: "Container.singleton<FactoryKitChildTests.Holder>")
    let instance = child("child").singleton()
    #expect(instance.label.text == "root")
    #expect(Container.shared.singleton() === instance)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("passed over") == true)
  }

  @Test("Factories with parameters, and those that throw")
  func kinds() throws {
    let child = child("child")
    #expect(child.numbered(1).label.text == "child")
    #expect(try child.throwing().label.text == "child")
  }

  @MainActor @Test("Factories of the main actor")
  func mainActor() {
    #expect(child("child").mainActor().label.text == "child")
  }

  @Test("A registration of the parent is built for the child that resolves it")
  func parentRegistration() {
    Container.shared.holder.register { Holder(inner: "registered") }
    let holder = child("child").holder()
    #expect(holder.inner == "registered")
    #expect(holder.label.text == "child")
  }

  @Test("Layers, and the members of a group")
  func layersAndGroups() {
    let child = child("child")
    let layered = child.layered()
    #expect(layered.label.text == "child")
    #expect(layered.inner == "child")
    #expect(child.group().map(\.label.text) == ["child", "child"])
  }

  @Test("An asynchronous construction and its child tasks")
  func asynchronous() async {
    let child = child("child")
    #expect(await child.async().label.text == "child")
    #expect(await child.asyncCached().label.text == "child")
    #expect(await child.asyncParallel().map(\.label.text) == Array(repeating: "child", count: 5))
  }

  @Test("warmUp of a child")
  func warmUp() async throws {
    let child = child("child")
    try await child.warmUp(\.cached, \.asyncCached)
    #expect(child.cached.resolvedOrNil()?.label.text == "child")
    #expect(child.asyncCached.resolvedOrNil()?.label.text == "child")
  }

  @Test("The innermost of nested children")
  func nested() {
    let outer = child("outer")
    let inner = child("inner", of: outer)
    #expect(inner.holder().label.text == "inner")
    #expect(outer.holder().label.text == "outer")
    #expect(Container(parent: inner).holder().label.text == "inner")
  }

  @Test("A child's factory that resolves from another child")
  func twoChildren() {
    let (first, second) = (child("first"), child("second"))
    first.cached.register { Holder(inner: second.holder().label.text) }
    let holder = first.cached()
    #expect(holder.inner == "second")
    #expect(holder.label.text == "first")
  }

  @Test("A child of another container type, and what it builds for Container")
  func otherType() {
    let shop = Shop(parent: .shared)
    shop.label.register { Label("child shop") }
    let holder = shop.holder()
    #expect(holder.own.text == "child shop")
    #expect(holder.other.text == "root")
  }

  @Test("A child of another container type inside a construction of a child")
  func bothTypes() {
    let shop = Shop(parent: .shared)
    shop.label.register { Label("child shop") }
    let child = child("child")
    child.shopHolder.register { shop.holder() }
    let holder = child.shopHolder()
    #expect(holder.own.text == "child shop")
    #expect(holder.other.text == "child")
    let plain = Container(parent: .shared)
    #expect(plain.shopHolder().own.text == "shop")
  }

  @Test(
    "What a container without a parent builds, and nobody keeps, injects from the child around it")
  func otherRoot() {
    let child = child("child")
    child.shopHolder.register { Shop.shared.holder() }
    #expect(child.shopHolder().other.text == "child")
    #expect(child.shopHolder().own.text == "shop")
  }

  @Test("A singleton of a child of another type does not inject from the child around it")
  func singletonOfOtherChild() {
    let shop = Shop(parent: .shared)
    let child = child("child")
    child.shopHolder.register { shop.singleton() }
    #expect(child.shopHolder().other.text == "root")
    #expect(Shop.shared.singleton().other.text == "root")
  }

  @Test("An asynchronous singleton of a child of another type does not either")
  func asyncSingletonOfOtherChild() async {
    let shop = Shop(parent: .shared)
    let child = child("child")
    child.asyncShopHolder.register { await shop.asyncSingleton() }
    #expect(await child.asyncShopHolder().other.text == "root")
    #expect(await Shop.shared.asyncSingleton().other.text == "root")
  }

  @Test("A decorator of a child, for new and for cached instances")
  func decorators() {
    let child = child("child")
    let seen = LockedArray<String>()
    child.decorated.decorator { _ in seen.append(dependency(\.label).text) }
    _ = child.decorated()
    _ = child.decorated()
    child.decorator { _ in seen.append(dependency(\.label).text + "!") }
    _ = child.cached()
    // The container's is called for the label and for the holder.
    #expect(seen.elements == ["child", "child", "child!", "child!"])
  }

  @Test("A child that nothing retains after its factory was read")
  func temporary() {
    func shop() -> Shop {
      let shop = Shop(parent: .shared)
      shop.label.register { Label("child shop") }
      return shop
    }
    let factory = shop().holder
    #expect(factory().own.text == "child shop")
    #expect(shop().holder().own.text == "child shop")
    let holder = child("child").holder
    #expect(holder().label.text == "child")
  }

  @Test("A child is not retained by the factory values that were read from it")
  func released() {
    weak var weakShop: Shop?
    do {
      let shop = Shop(parent: .shared)
      weakShop = shop
      _ = shop.holder()
    }
    #expect(weakShop == nil)
  }

  @Test("After an error, injection uses the shared container again")
  func failure() {
    let child = child("child")
    child.throwing.register { () throws in throw Unlucky() }
    #expect(throws: Unlucky.self) { try child.throwing() }
    #expect(Holder().label.text == "root")
  }

  @Test("After a construction, injection uses the shared container again")
  func afterwards() async {
    let child = child("child")
    _ = child.holder()
    _ = await child.async()
    #expect(Holder().label.text == "root")
  }

  @Test("A watcher is no part of the construction", arguments: [false, true])
  func watcher(isAsync: Bool) async {
    let child = child("child")
    let seen = LockedArray<String>()
    let watch = child.manager.watch { _ in seen.append(dependency(\.label).text) }
    if isAsync { _ = await child.async() } else { _ = child.holder() }
    watch.cancel()
    #expect(!seen.elements.isEmpty)
    #expect(seen.elements.allSatisfy { $0 == "root" })
  }

  @Test("autoRegister of another container is no part of the construction")
  func autoRegister() {
    let child = child("child")
    child.holder.register { Holder(inner: RegisteringContainer().copy().text) }
    #expect(child.holder().inner == "root")
  }
}

private final class RegisteringContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  var copy: Factory<Label> { self { Label("") } }

  func autoRegister() {
    let label: Label = dependency(\.label)
    copy.register { label }
  }
}
