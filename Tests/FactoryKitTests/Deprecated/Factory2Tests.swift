// Factory, MIT licence; see LICENSE
//
// The forms of 2.x do what those of 3.0 do. ../../Migration has the guide's snippets.
import FactoryTesting
import Testing

@MainActor
private final class MainModel {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}

private final class SecondContainer: SharedContainer {
  @TaskLocal static var shared = SecondContainer()
  let manager = ContainerManager()
}

extension SecondContainer {
  fileprivate var gadget: Factory<Gadget> { self { Gadget("second") } }
}

extension Container {
  fileprivate var plainGadget: Factory<Gadget> { self { Gadget() } }

  @available(*, deprecated)
  fileprivate var sessionGadget: Factory<Gadget> { self { Gadget() }.scope(.session) }

  @available(*, deprecated) @MainActor
  fileprivate var mainModel: Factory<MainModel> { self { @MainActor in MainModel() }.cached }

  @available(*, deprecated) @MainActor
  fileprivate var numberedModel: ParameterFactory<Int, MainModel> {
    self { @MainActor in MainModel($0) }
  }
}

/// Calling a deprecated method through this does not warn.
private protocol OlderForms: Sendable {
  @MainActor func closures() -> Bool
  func changing() -> String
  func resolving() -> [String]
  func session() -> Bool
  func trace() -> Bool
  func chainLength() -> Int
}

private struct Forms: OlderForms {
  @available(*, deprecated) @MainActor
  func closures() -> Bool {
    let container = Container.shared
    return container.mainModel() === container.mainModel() && container.numberedModel(3).number == 3
  }

  @available(*, deprecated)
  func changing() -> String {
    Container.shared.with { $0.plainGadget.register { Gadget("mock") } }.plainGadget().label
  }

  @available(*, deprecated)
  func resolving() -> [String] {
    [resolve(\.plainGadget).label, resolve(\SecondContainer.gadget).label]
  }

  @available(*, deprecated)
  func session() -> Bool {
    let container = Container.shared
    let first = container.sessionGadget()
    let isKept = container.sessionGadget() === first
    container.manager.reset(scope: .session)
    return isKept && container.sessionGadget() !== first
  }

  @available(*, deprecated)
  func trace() -> Bool {
    let container = Container()
    container.trace.toggle()
    defer { container.trace = false }
    return container.trace && container.manager.trace
  }

  @available(*, deprecated)
  func chainLength() -> Int {
    let manager = ContainerManager()
    manager.dependencyChainTestMax = 10
    return manager.dependencyChainTestMax
  }
}

private let forms: any OlderForms = Forms()

@Suite("Forms of 2.x", .container)
struct Factory2Tests {
  @Test("Closures may say themselves that they are the main actor's")
  @MainActor func closures() { #expect(forms.closures()) }

  @Test("with { } changes several factories")
  func changing() { #expect(forms.changing() == "mock") }

  @Test("resolve(_:) is dependency(_:)")
  func resolving() { #expect(forms.resolving() == ["original", "second"]) }

  @Test("The session scope is there without being declared")
  func session() { #expect(forms.session()) }

  @Test("The length of chains cannot be limited any more")
  func chainLength() { #expect(forms.chainLength() == .max) }
}

extension ProcessWide {
  @Suite("Forms of 2.x") struct Trace2Tests {
    @Test("The trace can be switched on the container")
    func trace() { #expect(forms.trace()) }
  }
}
