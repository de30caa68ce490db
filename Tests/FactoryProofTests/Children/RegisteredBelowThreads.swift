// Factory, MIT licence; see LICENSE
//
// How many containers have a registration is counted while threads create and release them.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

@testable import FactoryKit
@testable import FactoryKitCore

extension Container {
  fileprivate var user: Factory<String> { required() }
}

@Suite("Registrations in children of several threads", .container, .oneAtATime)
struct RegisteredBelowThreads {
  @Test("Threads that create, register in and release children leave nothing counted")
  func threads() {
    let parent = Container()
    onThreads(4) { index in
      var generator = SeededGenerator(seed: UInt64(index))
      for _ in 0..<Effort.scaled(500) {
        let child = Container(parent: parent)
        child.user.register { "a" }
        if generator.chance(2) { child.user.reset() }
        _ = Self.registeredIn(parent)
      }
    }
    #expect(Self.registeredIn(parent) == nil)
  }

  private static func registeredIn(_ container: Container) -> String? {
    let definition = container.user._definition
    return definition.manager.missingRegistration(definition.declaration, Factory<String>._types)
      .registeredIn
  }
}
