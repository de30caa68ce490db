// Factory, MIT licence; see LICENSE
//
// The texts of traps and log messages, word for word. That the traps happen is shown by exit tests.
import Testing

@testable import FactoryKit
@testable import FactoryKitCore
@testable import FactoryTesting

@Suite("Messages")
struct Messages {
  @Test("The last line of a report is the chain of types, in the format of 1.x")
  func circularTypes() {
    let text = Message.circular(["x"], types: ["A", "B", "A"])
    #expect(text.hasSuffix("\nIn short: circular dependency chain - A > B > A"))
    let long = Message.circular(["x"], types: (0..<1000).map { "T\($0)" })
    #expect(long.contains("T31 > … 936 more … > T968"))
  }

  @Test("A very long chain is reported with its two ends")
  func longChain() {
    let text = Message.circular((0..<1000).map { "factory \($0)" })
    #expect(text.contains("  31: factory 31\n  … 936 more …\n  968: factory 968\n"))
    #expect(text.contains("  999: factory 999\n"))
  }

  @Test("A factory of a strict test is reported with the factories that resolved it, and two fixes")
  func strict() {
    #expect(
      Message.liveDefinition(
        "App.Box.a<A> (App/A.swift:1)",
        resolvedBy: ["App.Box.c<C> (App/C.swift:3)", "App.Box.b<B> (App/B.swift:2)"],
        container: "Box", child: "the child container \"tab 2\"",
        name: "a", hasParameter: false, isAboveReported: false) == """
          FactoryKit: App.Box.a<A> (App/A.swift:1) calls its own closure in a strict test in the \
          child container "tab 2", because nothing is registered for it. It was resolved by App.Box.c<C> (App/C.swift:3) > \
          App.Box.b<B> (App/B.swift:2). To fix this: register what the test needs, \
          Box.shared.a.register { … }. If the live instance may be used in tests, add \
          allowing: \\.a to the trait, or .testable to the definition.
          """)
  }

  @Test("A factory of a strict test above a reported one refers to that")
  func strictAbove() {
    #expect(
      Message.liveDefinition(
        "App.Box.a<A> (App/A.swift:1)", resolvedBy: [], container: "Box", child: nil,
        name: "a", hasParameter: true, isAboveReported: true) == """
          FactoryKit: App.Box.a<A> (App/A.swift:1) calls its own closure in a strict test, because \
          nothing is registered for it. It was resolved by code outside of all factories. To fix \
          this: register the factory that it has resolved and that has an issue of its own in this \
          test. To replace this one as a whole, register it: Box.shared.a.register { _ in … }.
          """)
  }

  @Test("A promise that a child may have registered is reported with both ways to fix it")
  func promiseInChild() {
    let text = Message.unregisteredPromise(
      "App.Box.loader<Loader>", at: "App/Box.swift:7", mayBeInChild: true,
      resolvedBy: ["App.Box.page<Page>", "App.Box.loader<Loader>"])
    #expect(
      text == """
        FactoryKit: App.Box.loader<Loader> was promised at App/Box.swift:7, but nothing is \
        registered for it.
        The resolutions that led to it:
          0: App.Box.page<Page>
          1: App.Box.loader<Loader>
        To fix this: register it before it is resolved, usually in autoRegister() of the app's \
        container, or set promiseTriggersError to false on the container's manager to get nil.
        If a child container registers it, run this code in that child, as in child.run { … }. \
        Detached tasks, threads and queues need CarriedContainers.
        """)
  }
}
