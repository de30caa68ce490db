// Factory, MIT licence; see LICENSE
//
// `Container.Decorator`, which the 1.x guides name among the features.
import Factory
import Testing

extension Container {
  fileprivate static let cached = Factory(scope: .cached) { SimpleService() }
  fileprivate static let parameter = ParameterFactory<Int, ParameterService> {
    ParameterService(value: $0)
  }
}

@Suite("1.x: Decorator", .staticContainer)
struct DecoratorTests {
  @Test("The decorator gets every instance, new or cached, of any factory, until it is removed")
  func decorates() {
    var seen: [Any] = []
    #expect(Container.Decorator.decorate == nil)
    Container.Decorator.decorate = { seen.append($0) }
    #expect(Container.Decorator.decorate != nil)
    let instance = Container.cached()
    _ = Container.cached()
    _ = Container.parameter(3)
    #expect(seen.count == 3)
    #expect(seen.prefix(2).allSatisfy { isSame($0, instance) })
    #expect((seen[2] as? ParameterService)?.value == 3)
    Container.Decorator.decorate = nil
    _ = Container.cached()
    #expect(seen.count == 3)
  }

  @Test("Resetting registrations does not remove the decorator")
  func reset() {
    var count = 0
    Container.Decorator.decorate = { _ in count += 1 }
    Container.Registrations.reset()
    _ = Container.cached()
    #expect(count == 1)
  }
}
