// Factory, MIT licence; see LICENSE
//
// The factories that the messages in Errors.md are about, with the places that the article gives
// them.
import FactoryTestSupport
import FactoryTesting
import Foundation

@testable import FactoryKit
@testable import FactoryKitCore

struct A {}
struct B {}
final class Loading {}
final class Mailer {}
struct Analytics {}
struct API {}
struct Checkout {}
struct Database {}
struct Connection {}
struct Account {}
final class Mailbox {}
final class Tile {}

private let areBothBuilding = Barrier(2)
private let isBuildingA = TaskGate()
private let isBuildingB = TaskGate()

/// The article's `FactoryKit.Container`.
final class DocumentedContainer: SharedContainer, Resolving {
  @TaskLocal static var shared = DocumentedContainer()
  let manager: ContainerManager

  init() { manager = ContainerManager() }
  init(parent: DocumentedContainer) { manager = ContainerManager(childOf: parent) }

  var account: Factory<Account> {
    Factory(self, name: "account", file: "App/Mail.swift", line: 3) { Account() }
  }

  var mailbox: Factory<Mailbox> {
    Factory(self, name: "mailbox", file: "App/Mail.swift", line: 4) {
      _ = self.account()
      return Mailbox()
    }.singleton
  }

  var tile: ParameterFactory<Double, Tile> {
    ParameterFactory(self, name: "tile", file: "App/Map.swift", line: 3) { _ in Tile() }
      .scopeOnParameters.cached
  }

  // Scoped, so that debug and release builds stop at the same step.

  var a: Factory<A> {
    Factory(self, name: "a", file: "App/A.swift", line: 3) {
      _ = self.b()
      return A()
    }.cached
  }

  var b: Factory<B> {
    Factory(self, name: "b", file: "App/B.swift", line: 3) {
      _ = self.a()
      return B()
    }
  }

  var aWithDecorator: Factory<A> {
    Factory(self, name: "a", file: "App/A.swift", line: 3) {
      _ = self.bWithDecorator()
      return A()
    }.cached
  }

  var bWithDecorator: Factory<B> {
    Factory(self, name: "b", file: "App/B.swift", line: 3) { B() }
      .decorator { [unowned self] _ in _ = aWithDecorator() }
  }

  var database: Factory<Database> {
    Factory(self, name: "database", file: "App/Database.swift", line: 3) { Database() }.cached
  }

  var server: ThrowingFactory<Database, any Error> { self { Database() }.cached }

  var gateway: ThrowingFactory<Database, any Error> {
    ThrowingFactory(self, name: "gateway", file: "App/Database.swift", line: 9) { Database() }
  }

  var aOnThread: Factory<A> {
    Factory(self, name: "a", file: "App/A.swift", line: 3) {
      areBothBuilding.wait()
      // The thread that would wait last reports both, and is the first in the message.
      while !WaitGraph.hasWaiters { yieldThread() }
      _ = self.bOnThread()
      return A()
    }.cached
  }

  var bOnThread: Factory<B> {
    Factory(self, name: "b", file: "App/B.swift", line: 3) {
      areBothBuilding.wait()
      _ = self.aOnThread()
      return B()
    }.cached
  }

  var aInTask: AsyncFactory<A, Never> {
    AsyncFactory(self, name: "a", file: "App/A.swift", line: 3) {
      isBuildingA.open()
      await isBuildingB.wait()
      _ = await self.bInTask()
      return A()
    }.cached
  }

  var bInTask: AsyncFactory<B, Never> {
    AsyncFactory(self, name: "b", file: "App/B.swift", line: 3) {
      await isBuildingA.wait()
      isBuildingB.open()
      _ = await self.aInTask()
      return B()
    }.cached
  }

  var loader: Factory<Loading?> {
    promised(name: "loader", file: "App/Services.swift", line: 12)
  }

  var licence: ThrowingFactory<Mailer, any Error> {
    required(name: "licence", file: "App/Services.swift", line: 18)
  }

  var mailer: Factory<Mailer> { required(name: "mailer", file: "App/Services.swift", line: 15) }

  var analytics: Factory<Analytics> {
    Factory(self, name: "analytics", file: "App/Analytics.swift", line: 3) { Analytics() }
      .onDebug { Analytics() }
  }

  var api: Factory<API> { Factory(self, name: "api", file: "App/API.swift", line: 3) { API() } }

  var checkout: Factory<Checkout> {
    Factory(self, name: "checkout", file: "App/Checkout.swift", line: 3) {
      _ = self.api()
      return Checkout()
    }.testable
  }

  var number: Factory<Int> { self { 1 } }
}

final class FeatureContainer: SharedContainer {
  @TaskLocal static var shared = FeatureContainer()
  let manager = ContainerManager()
}

/// Uses `BuildingContainer` in its `autoRegister`, and is used by it.
final class RegisteringContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = RegisteringContainer()
  let manager = ContainerManager()
  let isBuilding = Gate()
  let isRegistering = Gate()
  var number: Factory<Int> { self { 1 } }

  func autoRegister() {
    isRegistering.open()
    _ = BuildingContainer.shared.slow()
  }
}

final class BuildingContainer: SharedContainer {
  @TaskLocal static var shared = BuildingContainer()
  let manager = ContainerManager()

  var slow: Factory<Int> {
    self {
      RegisteringContainer.shared.isBuilding.open()
      RegisteringContainer.shared.isRegistering.wait()
      return RegisteringContainer.shared.number()
    }.cached
  }
}
