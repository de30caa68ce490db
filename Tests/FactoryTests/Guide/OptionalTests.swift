// Factory, MIT licence; see LICENSE
//
// The 1.x guides: Optionals and Dynamic Registration.
import Factory
import Testing

private struct User {
  let name: String
}

private protocol UserProviding: AnyObject {
  var user: User { get }
  func updateEmailAddress(_ email: String)
}

private class UserProvider: UserProviding {
  let user: User
  var email = ""
  init(user: User) { self.user = user }
  func updateEmailAddress(_ email: String) { self.email = email }
}

extension Container {
  fileprivate static let userProviding = Factory<UserProviding?> { nil }
  fileprivate static let cachedService = Factory<MyServiceType>(scope: .cached) { MyService() }
}

private func authenticated(with user: User) {
  Container.userProviding.register { UserProvider(user: user) }
}

private func logout() {
  Container.userProviding.reset()
}

// The guides say `let`; Swift has wrappers on `var` only.
private class SomeViewModel: ObservableObject {
  @Injected(Container.userProviding) private var provider
  func update(email: String) {
    provider?.updateEmailAddress(email)
  }
  var shown: UserProviding? { provider }
}

private class UnwrappingViewModel {
  @Injected(Container.userProviding) private var provider: UserProviding!
  var name: String { provider.user.name }
}

private class LazyViewModel {
  @LazyInjected(Container.userProviding) var provider
}

@Suite("1.x: Optionals and dynamic registration", .staticContainer)
struct OptionalTests {
  @Test("An optional factory has a user between login and logout")
  func session() {
    #expect(SomeViewModel().shown == nil)
    authenticated(with: User(name: "Ada"))
    let model = SomeViewModel()
    model.update(email: "ada@example.org")
    #expect((model.shown as? UserProvider)?.email == "ada@example.org")
    logout()
    #expect(SomeViewModel().shown == nil)
  }

  @Test("The optional may be declared as unwrapped")
  func unwrapped() {
    authenticated(with: User(name: "Ada"))
    #expect(UnwrappingViewModel().name == "Ada")
  }

  @Test("LazyInjected takes optionals as well")
  func lazy() {
    let model = LazyViewModel()
    authenticated(with: User(name: "Ada"))
    #expect(model.provider?.user.name == "Ada")
  }

  @Test("Registering evicts the instance that a scope has cached")
  func registering() {
    #expect(Container.cachedService() is MyService)
    Container.cachedService.register { MockService() }
    #expect(Container.cachedService() is MockService)
  }
}
