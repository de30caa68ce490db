// Factory, MIT licence; see LICENSE
//
// A test file that imports both modules: FactoryTesting exports FactoryKit, and importing both is
// allowed.
import FactoryKit
import FactoryTesting
import Testing

private final class Service {}

extension FactoryKit.Container {
  fileprivate var service: FactoryKit.Factory<Service> { self { Service() }.cached }
}

@Suite struct BothImportsTests {
  @Test("Importing FactoryKit and FactoryTesting creates no second container", .container)
  func oneContainer() {
    #expect(FactoryKit.Container.shared === Container.shared)
    #expect(ObjectIdentifier(FactoryKit.Container.self) == ObjectIdentifier(Container.self))
    #expect(FactoryKit.Container.shared.service() === Container.shared.service())
  }
}
