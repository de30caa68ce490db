// Factory, MIT licence; see LICENSE
//
// Captive dependencies in the container of a view. No other test of this module logs anything.
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

@Suite("Captive dependencies of views", .container) @MainActor struct CaptiveInstanceTests {
  @Test("The report names the view's container by its label, and the next window has its own")
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
    #expect(window("Ada", "window 2") == ["Ada"])
    #expect(window("Grace", "window 3") == ["Grace"])
    let reports = lines.filter { $0.contains("captive dependency") }
    #expect(reports.count == 1)
    #expect(reports.first?.contains("the child container \"window 2\"") == true)
  }
}
