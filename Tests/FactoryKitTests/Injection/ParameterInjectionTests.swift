// Factory, MIT licence; see LICENSE
//
// The wrappers on a key path to a parameter factory: they inject a function. Decorators get the
// instances that the function returns.
import FactoryTestSupport
import FactoryTesting
import Testing

private final class Profile: Sendable {
  let id: Int
  let origin: String
  init(id: Int, origin: String = "original") {
    self.id = id
    self.origin = origin
  }
}

/// Not `Sendable`.
private final class Draft {
  let title: String
  init(_ title: String) { self.title = title }
}

private final class ProfileContainer: SharedContainer {
  @TaskLocal static var shared = ProfileContainer()
  let manager = ContainerManager()
}

extension Container {
  fileprivate var userProfile: ParameterFactory<Int, Profile> { self { Profile(id: $0) } }
  fileprivate var otherProfile: ParameterFactory<Int, Profile> { self { Profile(id: -$0) } }
  fileprivate var cachedProfile: ParameterFactory<Int, Profile> {
    self { Profile(id: $0) }.scopeOnParameters.cached
  }
  fileprivate var draft: ParameterFactory<String, Draft> { self { Draft($0) } }
}

extension ProfileContainer {
  fileprivate var profile: ParameterFactory<Int, Profile> { self { Profile(id: 100 + $0) }.cached }
}

private final class Screen {
  @Injected(\.userProfile) private var make
  @Injected(\.draft) var makeDraft
  @LazyInjected(\.cachedProfile) var cached
  @DynamicInjected(\.userProfile) var dynamic
  @Injected(\ProfileContainer.profile) var ofOther
  @LazyInjected(\ProfileContainer.profile) var lazilyOfOther
  @DynamicInjected(\ProfileContainer.profile) var dynamicallyOfOther
  @Injected(\.otherProfile) var makeOther: (Int) -> Profile
  @LazyInjected(\.draft) var lazyDraft
  @DynamicInjected(\.draft) var dynamicDraft
  @LazyInjected(\ProfileContainer.profile) var lazyTravelling: @Sendable (Int) -> Profile
  @DynamicInjected(\ProfileContainer.profile) var dynamicTravelling: @Sendable (Int) -> Profile
  @Injected(\ProfileContainer.profile) var travelling: @Sendable (Int) -> Profile

  func profile(_ id: Int) -> Profile { make(id) }
  func resolveAgain(_ id: Int) -> Profile { $make.resolve()(id) }
  var factory: Factory<(Int) -> Profile> { $make.factory }
}

/// Compiles only if the wrappers are `Sendable`.
private final class SendableScreen: Sendable {
  let injected: Injected<@Sendable (Int) -> Profile> = Injected(\.userProfile)
  let lazy: LazyInjected<@Sendable (Int) -> Profile> = LazyInjected(\.userProfile)
  let dynamic: DynamicInjected<@Sendable (Int) -> Profile> = DynamicInjected(\.userProfile)
}

@Suite("Injecting parameter factories", .container, .profileContainer)
struct ParameterInjectionTests {
  @Test("A wrapper on a parameter factory is a function of the parameter")
  func function() {
    let screen = Screen()
    #expect(screen.profile(123).id == 123)
    #expect(screen.profile(1) !== screen.profile(1))
    #expect(screen.makeOther(3).id == -3)
    #expect(screen.resolveAgain(4).id == 4)
  }

  @Test("A parameter factory whose types are not Sendable is injected as well")
  func notSendable() {
    let screen = Screen()
    #expect(screen.makeDraft("a").title == "a")
    #expect(screen.lazyDraft("b").title == "b")
    #expect(screen.dynamicDraft("c").title == "c")
  }

  @Test("Each call of an injected function uses the current registration")
  func registration() {
    let screen = Screen()
    Container.shared.userProfile.register { Profile(id: $0, origin: "mock") }
    #expect(screen.profile(1).origin == "mock")
    #expect(screen.dynamic(1).origin == "mock")
    Container.shared.userProfile.reset()
    #expect(screen.profile(1).origin == "original")
  }

  @Test("Each call of an injected function respects the scope, also after a full reset")
  func scopes() {
    let screen = Screen()
    let one = screen.cached(1)
    #expect(screen.cached(1) === one)
    #expect(screen.cached(2) !== one)
    #expect(Container.shared.cachedProfile(1) === one)
    Container.shared.reset()
    let other = screen.cached(1)
    #expect(other !== one)
    #expect(screen.cached(1) === other)
  }

  @Test("Other containers' factories are injected by their full key path")
  func otherContainers() {
    let screen = Screen()
    let instance = screen.ofOther(1)
    #expect(instance.id == 101)
    for function in [
      screen.lazilyOfOther, screen.dynamicallyOfOther, screen.lazyTravelling,
      screen.dynamicTravelling,
      screen.travelling,
    ] {
      #expect(function(2) === instance)
    }
  }

  @Test("Injected keeps the container of its initialisation; DynamicInjected follows")
  func containers() {
    let screen = Screen()
    let other = Container()
    other.userProfile.register { Profile(id: $0, origin: "other") }
    Container.$shared.withValue(other) {
      #expect(screen.profile(1).origin == "original")
      #expect(screen.dynamic(1).origin == "other")
      #expect(screen.resolveAgain(1).origin == "other")
    }
  }

  @Test("The projected factory creates the function, and can be replaced as a whole")
  func factory() {
    let screen = Screen()
    screen.factory.register { { Profile(id: $0, origin: "function") } }
    #expect(Screen().profile(1).origin == "function")
    #expect(screen.profile(1).origin == "original")
    // Each has its own type and name, so that another factory of the same types is not affected.
    #expect(Screen().makeOther(1).origin == "original")
  }

  @Test("The wrapper and the function are Sendable if the parameter and the result are")
  func sendable() async {
    let screen = SendableScreen()
    let id = await Task.detached {
      screen.injected.wrappedValue(1).id + screen.lazy.wrappedValue(2).id
        + screen.dynamic.wrappedValue(3).id
    }.value
    #expect(id == 6)
  }
}

extension Trait where Self == ContainerTrait<ProfileContainer> {
  fileprivate static var profileContainer: Self {
    .init(shared: ProfileContainer.$shared, container: ProfileContainer())
  }
}

@Suite("Decorators and injected functions", .container) struct FunctionDecoratorTests {
  /// The instances that the decorator of the test's container was called with.
  private let seen = LockedArray<String>()

  init() {
    let seen = seen
    Container.shared.decorator {
      seen.append(($0 as? Profile).map { "\($0.id)" } ?? "\(type(of: $0))")
    }
  }

  @Test("A decorator gets what an injected function creates, not the function")
  func functions() {
    let (screen, sendable) = (Screen(), SendableScreen())
    _ = screen.dynamic
    #expect(seen.elements == [])
    _ = (screen.profile(1), screen.resolveAgain(2), screen.cached(3), screen.dynamic(4))
    _ = (sendable.injected.wrappedValue(5), sendable.lazy.wrappedValue(6))
    _ = sendable.dynamic.wrappedValue(7)
    #expect(seen.elements == ["1", "2", "3", "4", "5", "6", "7"])
  }
}
