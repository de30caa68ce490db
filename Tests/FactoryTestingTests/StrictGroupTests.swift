// Factory, MIT licence; see LICENSE
//
// Groups and layers in strict tests.
import FactoryKitTestSupport
import FactoryTestSupport
import FactoryTesting
import Testing

extension StrictContainer {
  var services: FactoryGroup<StrictService> { group() }
}

@Suite(.strictContainer(.strict), .collectsIssues)
struct StrictGroupTests {
  let container = StrictContainer.shared

  @Test("A member that calls its own closure is reported, with the group that has resolved it")
  func member() {
    container.services.add(\StrictContainer.plain).add(\StrictContainer.registeredService)
    let messages = issues { #expect(container.services().count == 2) }
    #expect(factories(messages) == ["plain"])
    #expect(
      messages.first?.contains(
        " It was resolved by FactoryTestingTests.StrictContainer.services<") == true)
  }

  @Test("A group is not reported, nor members that are registered or closures")
  func group() {
    #expect(container.services().isEmpty)
    container.services.add(\StrictContainer.registeredService).add { StrictService("closure") }
    #expect(container.services().map(\.name) == ["registered", "closure"])
    #expect(dependency(\StrictContainer.services).count == 2)
  }

  @Test("A layer registers nothing: the factory's own closure is reported")
  func layer() {
    container.plain.wrap { StrictService("wrapped \($0.name)") }
    let messages = issues { #expect(container.plain().name == "wrapped live") }
    #expect(factories(messages) == ["plain"])
  }
}
