// Factory, MIT licence; see LICENSE
//
// The forms of 2.x do the same as those of 3.0. ../../Migration has the guide's snippets.
import FactoryKitTestSupport
import FactoryTesting
import Testing

private final class SecondContainer: SharedContainer {
  @TaskLocal static var shared = SecondContainer()
  let manager = ContainerManager()
}

extension SecondContainer {
  fileprivate var service: Factory<TestService> { self { TestService("second") } }
}

extension Container {
  fileprivate var plainService: Factory<TestService> { self { TestService() } }

  @available(*, deprecated)
  fileprivate var sessionService: Factory<TestService> { self { TestService() }.scope(.session) }

  @available(*, deprecated) @MainActor
  fileprivate var mainModel: Factory<MainScreen> { self { @MainActor in MainScreen() }.cached }

  @available(*, deprecated) @MainActor
  fileprivate var titledModel: ParameterFactory<String, MainScreen> {
    self { @MainActor in MainScreen($0) }
  }
}

/// Calling a deprecated method through this does not warn.
private protocol OlderForms: Sendable {
  @MainActor func closures() -> Bool
  func resolving() -> [String]
  func session() -> Bool
  func chainLength() -> Int
}

private struct Forms: OlderForms {
  @available(*, deprecated) @MainActor
  func closures() -> Bool {
    let container = Container.shared
    return container.mainModel() === container.mainModel()
      && container.titledModel("title").title == "title"
  }

  @available(*, deprecated)
  func resolving() -> [String] {
    [resolve(\.plainService).label, resolve(\SecondContainer.service).label]
  }

  @available(*, deprecated)
  func session() -> Bool {
    let container = Container.shared
    let first = container.sessionService()
    let isKept = container.sessionService() === first
    container.manager.reset(scope: .session)
    return isKept && container.sessionService() !== first
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
  @Test("Closures may be annotated with @MainActor")
  @MainActor func closures() { #expect(forms.closures()) }

  @Test("resolve(_:) does the same as dependency(_:)")
  func resolving() { #expect(forms.resolving() == ["original", "second"]) }

  @Test("The session scope exists without a declaration")
  func session() { #expect(forms.session()) }

  @Test("The length of chains cannot be limited any more")
  func chainLength() { #expect(forms.chainLength() == .max) }
}
