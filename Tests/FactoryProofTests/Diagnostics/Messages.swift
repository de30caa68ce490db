// Factory, MIT licence; see LICENSE
//
// The texts of traps and log messages, word for word. That the traps happen is shown by exit tests.
import Testing

@testable import FactoryKit
@testable import FactoryKitCore
@testable import FactoryTesting

@Suite("Messages")
struct Messages {
  @Test("A circular dependency is reported with its chain and how to fix it")
  func circular() {
    let text = Message.circular(["App.Box.a<A> (App/A.swift:1)", "App.Box.b<B> (App/B.swift:2)"])
    #expect(
      text == """
        FactoryKit: circular dependency: creating App.Box.b<B> (App/B.swift:2) requires \
        App.Box.b<B> (App/B.swift:2).
          0: App.Box.a<A> (App/A.swift:1)
          1: App.Box.b<B> (App/B.swift:2)
        To fix this: inject one of them with @LazyInjected or @WeakLazyInjected, or move what both \
        need into a factory of its own.
        """)
  }

  @Test("The last line of a report is the chain of types, in the format of 1.x")
  func circularTypes() {
    let text = Message.circular(["x"], types: ["A", "B", "A"])
    #expect(text.hasSuffix("\nIn short: circular dependency chain - A > B > A"))
    let long = Message.circular(["x"], types: (0..<1000).map { "T\($0)" })
    #expect(long.contains("T31 > … 936 more … > T968"))
  }

  @Test("The chain of a thread starts with its outermost resolution")
  func chainOfThread() {
    let box = ReportingContainer()
    let lines = box.outer()?.split(separator: "\n").map(String.init) ?? []
    #expect(lines.count == 5)
    let type = "Swift.Optional<Swift.String>"
    #expect(lines[1].contains("ReportingContainer.outer<\(type)> (FactoryProofTests/"))
    #expect(lines[2].contains("ReportingContainer.inner<\(type)> (FactoryProofTests/"))
    #expect(lines[4].hasSuffix("chain - Optional<String> > Optional<String>"))
    #expect(CircularDependency.report == nil)
  }

  @Test("A very long chain is reported with its two ends")
  func longChain() {
    let text = Message.circular((0..<1000).map { "factory \($0)" })
    #expect(text.contains("  31: factory 31\n  … 936 more …\n  968: factory 968\n"))
    #expect(text.contains("  999: factory 999\n"))
  }

  @Test("Threads that wait for each other are reported with the chain of each")
  func waiting() {
    let text = Message.waitingCycle([["a", "b"], ["b", "a"]])
    #expect(
      text == """
        FactoryKit: circular dependency between threads. Each thread waits for an \
        instance that the next one is building:
        thread 1, waiting in the last line for the next thread:
          0: a
          1: b
        thread 2, waiting in the last line for the next thread:
          0: b
          1: a
        To fix this: inject one of them with @LazyInjected or @WeakLazyInjected, or move what both \
        need into a factory of its own.
        """)
  }

  @Test("No property wrapper is proposed for asynchronous factories, which none injects")
  func asynchronousFix() {
    let fix = """

      To fix this: move what both need into a factory of its own, or resolve one of them in the \
      method that uses it, after both were built.
      """
    #expect(Message.circular(["a", "a"], fix: .asynchronous).hasSuffix(fix))
    #expect(Message.waitingCycle([["a"], ["b"]], "task", fix: .asynchronous).hasSuffix(fix))
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
    #expect(
      Message.liveDefinition(
        "App.Box.a<A> (App/A.swift:1)", resolvedBy: [], container: "Box", child: nil,
        name: "a", hasParameter: true, isAboveReported: false) == """
          FactoryKit: App.Box.a<A> (App/A.swift:1) calls its own closure in a strict test, because \
          nothing is registered for it. It was resolved by code outside of all factories. To fix \
          this: register what the test needs, Box.shared.a.register { _ in … }. If the live \
          instance may be used in tests, add allowing: \\.a to the trait, or .testable to the \
          definition.
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

  @Test("A promise without registration is reported with its place")
  func promise() {
    let text = Message.unregisteredPromise(
      "App.Box.loader<Loader>", at: "App/Box.swift:7", registeredIn: nil, resolvedBy: [])
    #expect(
      text == """
        FactoryKit: App.Box.loader<Loader> was promised at App/Box.swift:7, but nothing is \
        registered for it.
        To fix this: register it before it is resolved, usually in autoRegister() of the app's \
        container, or set promiseTriggersError to false on the container's manager to get nil.
        """)
  }

  @Test("A promise that is registered in children only is reported with their number")
  func promiseInChildren() {
    let text = Message.unregisteredPromise(
      "App.Box.loader<Loader>", at: "App/Box.swift:7", registeredIn: "2 containers below App.Box",
      resolvedBy: ["App.Box.page<Page>", "App.Box.loader<Loader>"])
    #expect(
      text == """
        FactoryKit: App.Box.loader<Loader> was promised at App/Box.swift:7, but nothing is \
        registered for it.
        The resolutions that led to it:
          0: App.Box.page<Page>
          1: App.Box.loader<Loader>
        It is registered in 2 containers below App.Box that this code does not run in.
        To fix this: run this code in a child that has the registration, as in \
        child.run { … }. Detached tasks, threads and queues need \
        CarriedContainers.
        """)
  }

  @Test("A registration that was reset is reported with its type")
  func registrationGone() {
    #expect(
      Message.registrationGone("App.Box", "Service") == """
        FactoryKit: the factory of App.Box for Service has no registration any more.
        To fix this: ask container.factory(Service.self) again after a reset, or register the type \
        again.
        """)
  }
}

private final class ReportingContainer: ManagedContainer {
  let manager = ContainerManager()
  var outer: Factory<String?> { self { self.inner() } }
  var inner: Factory<String?> { self { CircularDependency.report } }
}
