// Factory, MIT licence; see LICENSE
//
// Registrations in the container of a view that the process's instances are built without. No other test of this module
// logs anything.
import FactoryTesting
import Observation
import SwiftUI
import Testing

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
