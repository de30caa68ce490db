// Factory, MIT licence; see LICENSE
//
// In debug builds, the library reports two declarations that a container takes for one factory.
#if DEBUG
  import FactoryKitTestSupport
  import FactoryTesting
  import Testing

  private final class RepeatingContainer: SharedContainer {
    @TaskLocal static var shared = RepeatingContainer()
    let manager: ContainerManager
    init() { manager = ContainerManager() }
    init(parent: RepeatingContainer) { manager = ContainerManager(childOf: parent) }
  }

  private struct Accounts {
    let container: RepeatingContainer
    static let serviceLine = #line + 1
    var service: Factory<TestService> { Factory(container) { TestService("accounts") }.cached }
    var registered: Factory<TestService> { Factory(container) { TestService("accounts") } }
    var ofFamily: Factory<TestService> { Factory(container) { TestService("accounts") }.cached }
    var single: Factory<TestService> { Factory(container) { TestService("accounts") }.singleton }
    var plain: Factory<TestService> { Factory(container) { TestService("accounts") } }
    var keyed: Factory<TestService> {
      Factory(container, key: "accounts") { TestService("accounts") }.cached
    }
    var member: FactoryGroup<TestService> { FactoryGroup(container) }
  }

  private struct Payments {
    let container: RepeatingContainer
    static let serviceLine = #line + 1
    var service: Factory<TestService> { Factory(container) { TestService("payments") }.cached }
    var registered: Factory<TestService> { Factory(container) { TestService("payments") } }
    var ofFamily: Factory<TestService> { Factory(container) { TestService("payments") }.cached }
    var single: Factory<TestService> { Factory(container) { TestService("payments") }.singleton }
    var plain: Factory<TestService> { Factory(container) { TestService("payments") } }
    var keyed: Factory<TestService> {
      Factory(container, key: "payments") { TestService("payments") }.cached
    }
    var member: FactoryGroup<TestService> { FactoryGroup(container) }
  }

  extension RepeatingContainer {
    fileprivate static var both: Factory<TestService> {
      Factory(shared) { TestService("static") }.cached
    }
    fileprivate var both: Factory<TestService> { self { TestService("instance") }.cached }
    fileprivate func overloaded(_ number: Int) -> Factory<TestService> {
      self { TestService("\(number)") }.shared
    }
    fileprivate func overloaded(_ text: String) -> Factory<TestService> {
      self { TestService(text) }.shared
    }
    fileprivate subscript(number: Int) -> AsyncFactory<TestService, Never> {
      self { () async in TestService("\(number)") }.cached
    }
    fileprivate subscript(text: String) -> AsyncFactory<TestService, Never> {
      self { () async in TestService(text) }.cached
    }

    /// Alternatives of one factory.
    fileprivate func choice(_ isFirst: Bool) -> Factory<TestService> {
      isFirst ? self { TestService("first") }.cached : self { TestService("second") }.cached
    }
    fileprivate func keyedChoice(_ isFirst: Bool) -> Factory<TestService> {
      if isFirst {
        self(key: "choice") { TestService("first") }.cached
      } else {
        self(key: "choice") { TestService("second") }.cached
      }
    }
    fileprivate func laterChoice(_ isFirst: Bool) -> Factory<TestService> {
      if isFirst {
        self { TestService("first") }.cached
      } else {
        self { TestService("second") }.cached
      }
    }
  }

  extension ProcessWide {
    @Suite("Repeated declarations") struct RepeatedDeclarationTests {
      private let container = RepeatingContainer()
      private var accounts: Accounts { Accounts(container: container) }
      private var payments: Payments { Payments(container: container) }

      private func log(_ body: () -> Void) -> [String] {
        ProcessWide.log(naming: "RepeatingContainer", body)
      }

      @Test("The message contains both places and how to fix it, and is logged once")
      func message() {
        let lines = log {
          _ = accounts.service()
          _ = payments.service()
          _ = accounts.service()
          _ = payments.service()
          let another = RepeatingContainer()
          _ = Accounts(container: another).service()
          _ = Payments(container: another).service()
        }
        #expect(
          lines == [
            """
            FactoryKit: FactoryKitContainerTests.RepeatingContainer.service<FactoryKitTestSupport.TestService> \
            (FactoryKitContainerTests/RepeatedDeclarationTests.swift:\(Payments.serviceLine)) is also declared at \
            FactoryKitContainerTests/RepeatedDeclarationTests.swift:\(Accounts.serviceLine). Declarations of one container with \
            the same name, type and file are one factory, with one registration and one cached \
            instance.
            To fix this: if they are two factories, give one of them a key, as in \
            Factory(self, key: "another") { … }. If they are alternatives of one factory, give both \
            the same key.
            """
          ])
      }

      @Test("A registration of one that applies to the other is reported")
      func registration() {
        let lines = log {
          accounts.registered.register { TestService("registered") }
          #expect(payments.registered().label == "registered")
        }
        #expect(lines.count == 1)
      }

      @Test("So are two declarations of which a child resolves one and its parent the other")
      func family() {
        let child = RepeatingContainer(parent: container)
        let lines = log {
          _ = accounts.ofFamily()
          _ = Payments(container: child).ofFamily()
        }
        #expect(lines.count == 1)
      }

      @Test("So are singletons that two containers resolve, when the second one finds the instance")
      func singletons() {
        let lines = log {
          _ = accounts.single()
          let others = Payments(container: RepeatingContainer())
          for _ in 0..<2 { #expect(others.single().label == "accounts") }
        }
        #expect(lines.count == 1)
      }

      @Test("So are static and instance properties, overloads, subscripts and groups")
      func otherDeclarations() async {
        let members = log {
          accounts.member.add { TestService() }
          _ = payments.member()
        }
        #expect(members.count == 1)
        let properties = log {
          RepeatingContainer.$shared.withValue(container) { _ = RepeatingContainer.both() }
          _ = container.both()
        }
        #expect(properties.count == 1)
        let overloads = log { _ = (container.overloaded(1)(), container.overloaded("one")()) }
        #expect(overloads.count == 1)
        let subscripts = log {
          _ = (container[1].resolvedOrNil(), container["one"].resolvedOrNil())
        }
        #expect(subscripts.count == 1)
      }

      @Test("Declarations without a common state and those with a key are not reported")
      func others() {
        let lines = log {
          #expect(accounts.plain().label == "accounts")
          #expect(payments.plain().label == "payments")
          #expect(accounts.keyed().label == "accounts")
          #expect(payments.keyed().label == "payments")
          _ = (container.overloaded(1)(), container.overloaded(2)())
        }
        #expect(lines.isEmpty)
      }

      @Test("Alternatives in one line, and those with a key, are one factory without a report")
      func alternatives() {
        let lines = log {
          #expect(container.choice(true)() === container.choice(false)())
          #expect(container.keyedChoice(true)() === container.keyedChoice(false)())
        }
        #expect(lines.isEmpty)
      }

      @Test("Alternatives without a key in several lines stay one factory, and are reported")
      func alternativesInSeveralLines() {
        let lines = log {
          #expect(container.laterChoice(true)() === container.laterChoice(false)())
        }
        #expect(lines.count == 1)
      }
    }
  }
#endif
