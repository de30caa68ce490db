// Factory, MIT licence; see LICENSE
//
// What a request is answered with. A factory's scope decides which container keeps its instances. That container, the
// owner, also builds them.
import FactoryKit

struct User: Sendable {
  let name: String
}

/// Greets a user.
struct Greeter: Sendable {
  let user: User
  var text: String { "Hello \(user.name)" }
}

/// What a user has not sent yet.
final class Drafts: Sendable {
  let author: User
  init(of author: User) { self.author = author }
}

/// What the process has done.
final class Journal: Sendable {
  let writer: User
  init(by writer: User) { self.writer = writer }
}

extension Container {
  /// Registered by the container of each request.
  var user: Factory<User> { self { User(name: "nobody") } }

  /// Kept by nobody, so it is built for the container that resolves it. See `autoRegister`.
  var greeter: Factory<Greeter> { required() }

  /// Kept by the container that resolves it: once for each request, and for its user.
  var drafts: Factory<Drafts> { self { Drafts(of: self.user()) }.cached }

  /// Kept by the process, so nothing of a request is in it.
  // factory:disable captive-lifetime - the program shows what happens.
  var journal: Factory<Journal> { self { Journal(by: self.user()) }.singleton }
}

// In another package, write `@retroactive AutoRegistering`, because `Container` is then declared in
// a different package.
extension Container: AutoRegistering {
  /// Runs once, for the container of the process. `self` is that container. While a request resolves `greeter`, it resolves
  /// as the request's container.
  public func autoRegister() {
    greeter.register { [unowned self] in Greeter(user: self.user()) }
  }
}
