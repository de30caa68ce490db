// Factory, MIT licence; see LICENSE
//
// Decorators are not called with the functions that wrappers inject. They are called with the
// instances that these functions return.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension Container {
  fileprivate var profile: ParameterFactory<Int, TestService> { self { TestService("\($0)") } }
  fileprivate var cachedProfile: ParameterFactory<Int, TestService> {
    self { TestService("\($0)") }.scopeOnParameters.cached
  }
}

private final class InjectedScreen {
  @Injected(\.profile) var makeProfile
}
private final class LazyScreen {
  @LazyInjected(\.profile) var makeProfile
}
private final class DynamicScreen {
  @DynamicInjected(\.profile) var makeProfile
}
private final class CachedScreen {
  @Injected(\.cachedProfile) var makeProfile
}
private final class SendableScreen {
  @Injected(\.profile) var makeProfile: @Sendable (Int) -> TestService
}

@Suite("Decorators and injected functions", .container) struct FunctionDecoratorTests {
  /// The instances that the decorator of the test's container was called with.
  private let seen = LockedArray<String>()

  init() {
    let seen = seen
    Container.shared.decorator { seen.append(($0 as? TestService)?.label ?? "\(type(of: $0))") }
  }

  @Test("A decorator gets what an injected function creates, not the function")
  func injected() {
    let screen = InjectedScreen()
    #expect(seen.elements == [])
    _ = screen.makeProfile(1)
    _ = screen.makeProfile(2)
    #expect(seen.elements == ["1", "2"])
  }

  @Test("A decorator gets what a lazily injected function creates, not the function")
  func lazy() {
    let screen = LazyScreen()
    _ = screen.makeProfile(1)
    #expect(seen.elements == ["1"])
  }

  @Test("A decorator does not get a dynamically injected function, however often it is read")
  func dynamic() {
    let screen = DynamicScreen()
    _ = screen.makeProfile
    _ = screen.makeProfile(1)
    _ = screen.makeProfile(2)
    #expect(seen.elements == ["1", "2"])
  }

  @Test("A decorator gets what a Sendable injected function creates, not the function")
  func sendable() {
    let screen = SendableScreen()
    _ = screen.makeProfile(1)
    #expect(seen.elements == ["1"])
  }

  @Test("A cached instance that an injected function returns is decorated each time")
  func kept() {
    let screen = CachedScreen()
    #expect(screen.makeProfile(1) === screen.makeProfile(1))
    #expect(seen.elements == ["1", "1"])
  }

  @Test("A decorator does not get an injected function that is resolved again")
  func resolvedAgain() {
    let screen = InjectedScreen()
    _ = screen.$makeProfile.resolve()
    #expect(seen.elements == [])
  }
}
