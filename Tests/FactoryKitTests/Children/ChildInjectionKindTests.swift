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
  fileprivate var group: FactoryGroup<Holder> { group().add(\.holder).add { Holder() } }
  fileprivate var layered: Factory<Holder> {
    self { Holder() }.wrap { Holder(inner: $0.label.text) }
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
}

private final class RegisteringContainer: ManagedContainer, AutoRegistering {
  let manager = ContainerManager()
  var copy: Factory<Label> { self { Label("") } }

  func autoRegister() {
    let label: Label = dependency(\.label)
    copy.register { label }
  }
}
