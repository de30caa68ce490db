// Factory, MIT licence; see LICENSE
//
// What happens when a view gets another container, how long a container lives, and views in
// constructions.
import FactoryTesting
import Observation
import SwiftUI
import Testing

/// Counts in its own state, and passes the closure that an earlier body created to later ones.
private struct CountingScreen: View {
  @InjectedObservable(\.accountModel) private var observable
  @InjectedObject(\.accountObject) private var object
  @State private var count = 0
  let earlier: Earlier

  var body: some View {
    // Not the view itself, which retains the closures.
    let _ = earlier.add { [_observable, _object] in
      _observable.wrappedValue.account.name + " " + _object.wrappedValue.account.name
    }
    Text("\(observable.account.name) \(object.account.name) \(count)")
    Button("count") { count += 1 }
  }
}

@MainActor private final class Earlier {
  private(set) var reads: [() -> String] = []
  func add(_ read: @escaping () -> String) { reads.append(read) }
}

/// Records which instances still exist.
@MainActor private final class Witness {
  weak var container: Container?
  weak var account: Account?
  weak var observable: AccountModel?
  weak var object: AccountObject?

  var isEmpty: Bool {
    container == nil && account == nil && observable == nil && object == nil
  }

  func view() -> some View {
    let container = Container.with("Ada")
    self.container = container
    account = container.account()
    container.accountModel.register { [self] in
      let model = AccountModel()
      observable = model
      return model
    }
    container.accountObject.register { [self] in
      let object = AccountObject()
      self.object = object
      return object
    }
    return CountingScreen(earlier: Earlier()).container(container)
  }
}

@Suite("The lifetime of a view's container", .container, .customContainer) @MainActor
struct ViewContainerLifetimeTests {
  private let earlier = Earlier()

  private func screen(_ container: Container) -> some View {
    CountingScreen(earlier: earlier).container(container)
  }

  @Test("The same container keeps the models")
  func same() {
    let ada = Container.with("Ada")
    let host = ViewHost(screen(ada))
    host.press("count")
    ada.account.register { Account("Grace") }
    host.show(screen(ada))
    #expect(host.texts == ["Ada Ada 1", "count"])
  }

  @Test("Another container creates new models, which earlier closures read, and keeps the state")
  func other() {
    let host = ViewHost(screen(.with("Ada")))
    host.press("count")
    host.show(screen(.with("Grace")))
    #expect(host.texts == ["Grace Grace 1", "count"])
    #expect(earlier.reads.first?() == "Grace Grace")
  }

  @Test("Another container of any type creates new models")
  func otherType() {
    let ada = Container.with("Ada")
    func screen(_ name: String) -> some View {
      self.screen(ada).container(CustomContainer.$shared, .with(name))
    }
    let host = ViewHost(screen("one"))
    ada.account.register { Account("Grace") }
    host.show(screen("two"))
    #expect(host.texts == ["Grace Grace 0", "count"])
  }

  @Test("With `id(_:)`, it replaces the state as well; earlier closures read the earlier models")
  func identity() {
    func screen(_ container: Container) -> some View {
      self.screen(container).id(ObjectIdentifier(container))
    }
    let (ada, grace) = (Container.with("Ada"), Container.with("Grace"))
    let host = ViewHost(screen(ada))
    host.press("count")
    host.show(screen(grace))
    #expect(host.texts == ["Grace Grace 0", "count"])
    #expect(earlier.reads.first?() == "Ada Ada")
  }

  @Test("A view that disappears releases its container and everything in it")
  func released() {
    let witness = Witness()
    let host = ViewHost(witness.view())
    #expect(host.texts == ["Ada Ada 0", "count"])
    #expect(witness.observable != nil && witness.object != nil)
    host.remove()
    #expect(witness.isEmpty)
  }

  @Test("A view that gets another container releases the one before", arguments: [true, false])
  func replaced(isSamePlace: Bool) {
    let witness = Witness()
    let host = ViewHost(AnyView(witness.view().id(1)))
    let next = CountingScreen(earlier: Earlier()).container(.with("Grace"))
    host.show(AnyView(next.id(isSamePlace ? 1 : 2)))
    #expect(host.texts == ["Grace Grace 0", "count"])
    #expect(witness.isEmpty)
  }

  @Test("Changes of the model before do not invalidate the view")
  func earlierObject() {
    let ada = Container.with("Ada")
    ada.manager.defaultScope = .cached
    let host = ViewHost(screen(ada))
    host.show(screen(.with("Grace")))
    ada.accountObject().note = "changed"
    #expect(!host.isInvalid)
  }
}

/// A view's container starts over, as `run` does: models are built with it, also if a view is
/// rendered in a construction.
@Suite("A container of a view in a construction", .container, .customContainer) @MainActor
struct ViewContainerConstructionTests {
  private let window = Container.with("Ada")

  private func texts(in container: Container, _ scope: Scope) -> [String] {
    let texts = MainActorFactory<[String]>(container, key: "texts") { [window] in
      ViewHost(UncontainedScreen().container(window)).texts
    }
    return texts.scope(scope)()
  }

  @Test("In constructions of another child or the process, models inject from the view's container")
  func otherConstructions() {
    let other = Container.with("Grace")
    #expect(texts(in: other, .unique) == ["Ada Ada Ada Ada"])
    #expect(texts(in: other, .cached) == ["Ada Ada Ada Ada"])
    #expect(texts(in: .shared, .singleton) == ["Ada Ada Ada Ada"])
  }
}

/// Shows the accounts that the model injects. `body` is a part of the construction in which the
/// view is rendered, so it names no container.
private struct UncontainedScreen: View {
  @InjectedObservable(\.accountModel) private var model
  var body: some View {
    Text(
      "\(model.account.name) \(model.lazy.name) \(model.dynamic.name) \(model.nested.account.name)")
  }
}

private final class Mailbox: Sendable {
  let account: Account
  init(of account: Account) { self.account = account }
}

@MainActor @Observable private final class MailModel {
  @ObservationIgnored @Injected(\.mailbox) var mailbox
}

extension Container {
  fileprivate var mailbox: Factory<Mailbox> { self { Mailbox(of: self.account()) }.singleton }
  fileprivate var mailModel: MainActorFactory<MailModel> { self { MailModel() } }
}

private struct MailScreen: View {
  @InjectedObservable(\.mailModel) private var model
  var body: some View { Text(model.mailbox.account.name) }
}

/// Registrations in the container of a view that the process's instances are built without. No
/// other test of this module logs anything.
@Suite("Singletons of views", .container) @MainActor struct PassedOverTests {
  @Test("A singleton is not a window's: the report names the view's container by its label")
  func label() {
    var lines: [String] = []
    let previous = Container.shared.manager.logger
    Container.shared.manager.logger = { lines.append($0) }
    defer { Container.shared.manager.logger = previous }
    func window(_ name: String, _ label: String) -> [String] {
      let container = Container(parent: .shared, label: label)
      container.account.register { Account(name) }
      return ViewHost(MailScreen().container(container)).texts
    }
    #expect(window("Ada", "window 2") == ["shared"])
    #expect(window("Grace", "window 3") == ["shared"])
    let reports = lines.filter { $0.contains("FactoryKit: passed over: ") }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("the child container \"window 2\"") == true)
  }
}
