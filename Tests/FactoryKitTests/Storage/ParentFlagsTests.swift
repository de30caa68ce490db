// Factory, MIT licence; see LICENSE
//
// The flags that a resolution in a child compares before and after it reads settings.
import FactoryCore
import FactoryTesting
import Testing

@testable import FactoryKitCore

@Suite("The flags of a child and its parents") struct ParentFlagsTests {
  private let root = Container()

  @Test("A reset of the parent changes them, however often the child has popped", arguments: 0..<4)
  func reset(pops: Int) {
    let child = Container(parent: root)
    for _ in 0..<pops {
      child.manager.push()
      child.manager.pop()
    }
    for _ in 0..<8 {
      _ = root.number
      let flags = factory_core_all_flags(child.manager.core)
      root.reset()
      // Runs `autoRegister`, after which the conditions are the same as before.
      _ = root.number
      #expect(factory_core_all_flags(child.manager.core) != flags)
    }
  }
}

extension Container {
  fileprivate var number: Factory<Int> { self { 0 } }
}
