// Factory, MIT licence; see LICENSE
//
// The 2.x guide: Advanced Patterns, Debugging, and the global `resolve(_:)`.
import FactoryTesting
import Testing

extension Container {
  fileprivate var serviceA: Factory<ServiceA> {
    self { ServiceA() }
      .scope(.shared)
  }

  fileprivate var serviceB: Factory<ServiceB> {
    self { ServiceB() }
      .scope(.shared)
  }
}

private class ServiceA {
  @Injected(\.serviceB) private var serviceB
  // ServiceA can now use ServiceB
}

private class ServiceB {
  @Injected(\.serviceA) private var serviceA
  // ServiceB can now use ServiceA
}

private class LazyA {
  @LazyInjected(\.lazyB) var serviceB
}

private class LazyB {
  @WeakLazyInjected(\.lazyA) var serviceA
}

private final class UserProfileViewModel {
  let userId: Int
  init(userId: Int) { self.userId = userId }
}

extension Container {
  fileprivate var lazyA: Factory<LazyA> { self { LazyA() }.scope(.shared) }
  fileprivate var lazyB: Factory<LazyB> { self { LazyB() }.scope(.shared) }

  // `Factory<UserProfileViewModel>` in the guide, which no closure with a parameter fits.
  fileprivate var userProfileViewModel: ParameterFactory<Int, UserProfileViewModel> {
    self { userId in
      UserProfileViewModel(userId: userId)
    }
  }

  fileprivate var heavyService: Factory<HeavyService> { self { HeavyService() } }
}

private class ProfileView {
  @Injected(\.userProfileViewModel) private var userProfileViewModelFactory

  func show() -> UserProfileViewModel {
    let viewModel = userProfileViewModelFactory(123)
    return viewModel
  }
}

private class HeavyService {
  private(set) var performed = 0
  func performHeavyOperation() { performed += 1 }
}

private class SomeClass {
  @LazyInjected(\.heavyService) private var heavyService

  func doSomething() {
    // heavyService is only created when first accessed
    heavyService.performHeavyOperation()
  }

  var existing: HeavyService? { $heavyService.resolvedOrNil() }
}

@Suite("2.x: Advanced patterns", .container)
struct AdvancedTests {
  @Test("Services that inject each other at once are reported")
  func circular() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Container.shared.serviceA()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("ServiceA > ServiceB > ServiceA"))
  }

  @Test("Injected lazily, each can use the other")
  func lazily() {
    let first = Container.shared.lazyA()
    #expect(first.serviceB.serviceA === first)
  }

  @Test("A parameter factory is injected as a function")
  func parameters() {
    #expect(ProfileView().show().userId == 123)
  }

  @Test("A lazily injected service is created on first use")
  func lazy() {
    let user = SomeClass()
    #expect(user.existing == nil)
    user.doSomething()
    #expect(user.existing?.performed == 1)
  }

  @Test("The global function resolves as dependency(_:) does")
  func function() {
    let heavy: HeavyService = resolve(\.heavyService)
    #expect(heavy.performed == 0)
    #expect(resolve(\Container.heavyService) !== heavy)
  }
}

@Suite("2.x: Debugging")
struct DebuggingTests {
  @Test("The trace is switched on the container")
  func trace() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      #if DEBUG
        Container.shared.trace.toggle()
      #else
        Container.shared.manager.trace.toggle()
      #endif
      _ = Container.shared.lazyA()
      precondition(Container.shared.trace)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("0: FactoryKit.Container.lazyA<LazyA> = N:"))
  }
}
