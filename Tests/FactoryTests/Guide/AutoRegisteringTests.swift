// Factory, MIT licence; see LICENSE
//
// The 1.3 guide: AutoRegistering. The one conformance of this process; UI testing's is in
// ../../Migration.
import Factory
import Testing

private class AutoRegisteredService {
  let name: String
  init(_ name: String) { self.name = name }
}

private enum ModuleA {
  static func register() { Container.serviceOfA.register { "A's" } }
}

private enum ModuleB {
  static func register() { Container.serviceOfB.register { "B's" } }
}

extension Container {
  fileprivate static let autoRegisteredService = Factory<AutoRegisteredService?> { nil }
  fileprivate static let serviceOfA = Factory<String?> { nil }
  fileprivate static let serviceOfB = Factory<String?> { nil }
  fileprivate static let other = Factory { SimpleService() }
}

extension Container: AutoRegistering {
  public static func registerAllServices() {
    Calls.current?.count += 1
    autoRegisteredService.register {
      ModuleA.register()
      ModuleB.register()
      return AutoRegisteredService("registered")
    }
  }
}

/// Counts the calls of one test.
private class Calls: @unchecked Sendable {
  // Sendable: one test, on one thread at a time.
  @TaskLocal static var current: Calls?
  var count = 0
}

@Suite("1.x: AutoRegistering", .staticContainer)
struct AutoRegisteringTests {
  @Test("Registrations of autoRegister apply to the first resolution")
  func registered() {
    #expect(Container.autoRegisteredService()?.name == "registered")
    #expect(Container.serviceOfA() == "A's")
    #expect(Container.serviceOfB() == "B's")
  }

  @Test("autoRegister is called once, before the first resolution of any factory")
  func once() {
    let calls = Calls()
    Calls.$current.withValue(calls) {
      #expect(calls.count == 0)
      _ = Container.other()
      #expect(calls.count == 1)
      _ = Container.other()
      _ = Container.autoRegisteredService()
      #expect(calls.count == 1)
    }
  }

  @Test("autoRegister does not overwrite an earlier registration")
  func earlier() {
    Container.autoRegisteredService.register { AutoRegisteredService("earlier") }
    #expect(Container.autoRegisteredService()?.name == "earlier")
  }

  @Test("autoRegister is called again after a reset of all registrations")
  func reset() {
    let calls = Calls()
    Calls.$current.withValue(calls) {
      _ = Container.other()
      Container.Registrations.reset()
      #expect(Container.Registrations.isEmpty)
      #expect(Container.autoRegisteredService()?.name == "registered")
      #expect(calls.count == 2)
    }
  }
}
