// Factory, MIT licence; see LICENSE
//
// Messages of programs that stop. The exit tests show when; these show the text.
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

@Suite("Messages") struct MessageTests {
  @Test("The message of an exhausted stack has the number of resolutions and the chain")
  func stackExhausted() {
    let chain = ["App.Container.node<App.Node>", "App.Container.leaf<App.Leaf>"]
    #expect(
      Message.stackExhausted(chain) == """
        FactoryKit: the stack of this thread is almost exhausted, 2 resolutions deep:
          0: App.Container.node<App.Node>
          1: App.Container.leaf<App.Leaf>
        To fix this: end the recursion if a factory resolves itself with ever new parameters, or \
        resolve long chains on a thread with a larger stack.
        """)
  }

  @Test("The message of a required factory has the line to write")
  func unregistered() {
    let loader = MissingRegistration(
      factory: "App.Container.loader<App.Loader>", fix: "loader.register { … }")
    #expect(
      Message.unregistered(loader) == """
        FactoryKit: App.Container.loader<App.Loader> is required, but nothing is registered for it.
        To fix this: register it before it is resolved, for example in autoRegister() of the app's \
        container: loader.register { … }
        """)
  }

  @Test("The message of a required factory has the resolutions that led to it")
  func unregisteredChain() {
    var loader = MissingRegistration(
      factory: "App.Container.loader<App.Loader>", fix: "loader.register { … }")
    loader.chain = ["App.Container.page<App.Page>", "App.Container.loader<App.Loader>"]
    #expect(
      Message.unregistered(loader) == """
        FactoryKit: App.Container.loader<App.Loader> is required, but nothing is registered for it.
        The resolutions that led to it:
          0: App.Container.page<App.Page>
          1: App.Container.loader<App.Loader>
        To fix this: register it before it is resolved, for example in autoRegister() of the app's \
        container: loader.register { … }
        """)
  }

  @Test("The description of a failed validation has a line for each factory, with what to write")
  func missing() {
    let names = ["App.Container.loader<App.Loader>", "App.Container.mailer<App.Mailer>"]
    #expect(
      Message.missing(names, ["loader.register { … }", "mailer.register { _ in … }"]) == """
        FactoryKit: nothing is registered for these 2 factories:
          App.Container.loader<App.Loader>: loader.register { … }
          App.Container.mailer<App.Mailer>: mailer.register { _ in … }
        To fix this: register what is missing before it is resolved, for example in autoRegister() \
        of the app's container.
        """)
    #expect(
      Message.missing(["App.Container.loader<App.Loader>"], ["loader.register { … }"]).hasPrefix(
        "FactoryKit: nothing is registered for this factory:\n  App.Container.loader<"))
  }
}
