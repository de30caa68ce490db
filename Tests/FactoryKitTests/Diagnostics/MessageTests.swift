// Factory, MIT licence; see LICENSE
//
// Messages of programs that stop. The exit tests show when; these show the text.
import FactoryTesting
import Testing

@testable import FactoryKit

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
    let name: StaticString = "loader"
    #expect(
      Message.unregistered("App.Container.loader<App.Loader>", name.utf8Start) == """
        FactoryKit: App.Container.loader<App.Loader> is required, but nothing is registered for it.
        To fix this: register it before it is resolved, for example in autoRegister() of the app's \
        container: loader.register { … }
        """)
  }
}
