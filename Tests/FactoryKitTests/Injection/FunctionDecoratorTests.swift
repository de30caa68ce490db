// Factory, MIT licence; see LICENSE
//
// The functions that wrappers make of parameter factories are nothing to decorate; what they make
// is.
import FactoryTesting
import Testing

extension Container {
  fileprivate var profile: ParameterFactory<Int, Gadget> { self { Gadget("\($0)") } }
  fileprivate var cachedProfile: ParameterFactory<Int, Gadget> {
    self { Gadget("\($0)") }.scopeOnParameters.cached
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
  @Injected(\.profile) var makeProfile: @Sendable (Int) -> Gadget
}

@Suite("Decorators and injected functions", .container) struct FunctionDecoratorTests {
  /// What the decorator of the test's container was given.
  private let seen = Notes<String>()

  init() {
    let seen = seen
    Container.shared.decorator { seen.add(($0 as? Gadget)?.label ?? "\(type(of: $0))") }
  }

  @Test("An injected function is not decorated; what it makes is")
  func injected() {
    let screen = InjectedScreen()
    #expect(seen.all == [])
    _ = screen.makeProfile(1)
    _ = screen.makeProfile(2)
    #expect(seen.all == ["1", "2"])
  }

  @Test("A lazily injected function is not decorated; what it makes is")
  func lazy() {
    let screen = LazyScreen()
    _ = screen.makeProfile(1)
    #expect(seen.all == ["1"])
  }

  @Test("A dynamically injected function is not decorated, however often it is read")
  func dynamic() {
    let screen = DynamicScreen()
    _ = screen.makeProfile
    _ = screen.makeProfile(1)
    _ = screen.makeProfile(2)
    #expect(seen.all == ["1", "2"])
  }

  @Test("A function that may travel is not decorated; what it makes is")
  func sendable() {
    let screen = SendableScreen()
    _ = screen.makeProfile(1)
    #expect(seen.all == ["1"])
  }

  @Test("What a function finds kept is decorated each time")
  func kept() {
    let screen = CachedScreen()
    #expect(screen.makeProfile(1) === screen.makeProfile(1))
    #expect(seen.all == ["1", "1"])
  }

  @Test("A function that is resolved again is not decorated either")
  func resolvedAgain() {
    let screen = InjectedScreen()
    _ = screen.$makeProfile.resolve()
    #expect(seen.all == [])
  }
}
