// Factory, MIT licence; see LICENSE
//
// Groups that are injected while a child builds, and members of other container types.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var tools: FactoryGroup<Origin> { group().add(\.origin) }
  fileprivate var mixed: FactoryGroup<Origin> { group().add(\.origin).add(\Depot.origin) }
  fileprivate var rack: Factory<Rack> { self { Rack() } }
  fileprivate var mixedRack: Factory<MixedRack> { self { MixedRack() } }
}

extension Depot {
  fileprivate var tools: FactoryGroup<Origin> { group().add(\Depot.origin).add(\.origin) }
  fileprivate var rack: Factory<DepotRack> { self { DepotRack() } }
  fileprivate var ofContainer: Factory<[Origin]> { self { Container.shared.mixed() } }
}

private final class Rack {
  @Injected(\.tools) var injected: [Origin]
  @LazyInjected(\.tools) var lazy: [Origin]
  @DynamicInjected(\.tools) var dynamic: [Origin]
  let called: [Origin] = dependency(\.tools)
}

private final class DepotRack {
  @Injected(\Depot.tools) var injected: [Origin]
  @LazyInjected(\Depot.tools) var lazy: [Origin]
  @DynamicInjected(\Depot.tools) var dynamic: [Origin]
  let called: [Origin] = dependency(\Depot.tools)
}

private final class MixedRack {
  let origins: [Origin] = dependency(\.mixed)
}

extension [Origin] {
  fileprivate var names: [String] { map(\.name) }
}

@Suite("Groups in a child", .container) struct ChildGroupInjectionTests {
  @Test("All wrappers of a group inject the child's members")
  func wrappers() {
    let child = Container.child("child")
    child.tools.add { Origin("member") }
    let rack = child.rack()
    for tools in [rack.injected, rack.lazy, rack.dynamic, rack.called, rack.$injected.factory()] {
      #expect(tools.names == ["child", "member"])
    }
  }

  @Test("Wrappers that remember a child inject the shared container's members when it is gone")
  func gone() {
    var child: Container? = .child("child")
    child!.tools.add { Origin("member") }
    let rack = child!.rack()
    child = nil
    #expect(rack.injected.names == ["child", "member"])
    for tools in [rack.lazy, rack.dynamic, rack.$injected.factory(), rack.$lazy.factory()] {
      #expect(tools.names == ["root"])
    }
  }

  @Test("All wrappers of a custom container's group inject the members of its child")
  func customContainer() {
    let depot = Depot.child("child depot")
    depot.tools.add { Origin("member") }
    let rack = depot.rack()
    for tools in [rack.injected, rack.lazy, rack.dynamic, rack.called] {
      #expect(tools.names == ["child depot", "root", "member"])
    }
  }

  @Test("A member of another container type comes from the shared container of that type")
  func otherType() {
    let child = Container.child("child")
    #expect(child.mixed().names == ["child", "depot"])
    #expect(child.mixedRack().origins.names == ["child", "depot"])
    let depot = Depot(parent: .shared)
    #expect(depot.run(Depot.$shared) { child.mixed() }.names == ["child", "depot"])
    depot.register("shared depot")
    #expect(
      depot.run(Depot.$shared) { child.mixedRack().origins }.names == ["child", "shared depot"])
  }

  @Test("A member of another container type comes from the child of that type around the group")
  func otherTypeAround() {
    let child = Container.child("child")
    let depot = Depot.child("child depot")
    // Their closures retain each other.
    defer { depot.reset() }
    depot.ofContainer.register { child.mixed() }
    #expect(depot.ofContainer().names == ["child", "child depot"])
    child.mixedRack.register {
      #expect(depot.tools().names == ["child depot", "child"])
      return MixedRack()
    }
    #expect(child.mixedRack().origins.names == ["child", "depot"])
  }

  @Test("A member that is added in a child with a key path is resolved from that child")
  func addedInChild() {
    let child = Container.child("child")
    child.tools.add(\.cachedOrigin)
    #expect(child.rack().injected[1] === child.cachedOrigin())
    #expect(Container.shared.tools().names == ["root"])
  }
}
