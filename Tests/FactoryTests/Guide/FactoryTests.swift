// Factory, MIT licence; see LICENSE
//
// The 1.x guides: Factory.
import Factory
import Testing

private class CastContainer: SharedContainer {
  static let myService = Factory { MyService() as MyServiceType }
}

private class SpecializedContainer: SharedContainer {
  static let myService = Factory<MyServiceType> { MyService() }
}

private class InferredContainer: SharedContainer {
  static let myService = Factory { MyService() }
}

extension Container {
  fileprivate static let myService = Factory<MyServiceType> { MyService() }
  fileprivate static let eventLogger = Factory { EventLogger() }
}

private class ContentViewModel: ObservableObject {
  // dependencies
  let myService = Container.myService()
  let eventLogger = Container.eventLogger()
}

@Suite("1.x: Factory", .staticContainer)
struct FactoryHeadingTests {
  @Test("A cast, an explicit type or else the result gives the factory its type")
  func types() {
    let cast: Factory<MyServiceType> = CastContainer.myService
    let specialized: Factory<MyServiceType> = SpecializedContainer.myService
    let inferred: Factory<MyService> = InferredContainer.myService
    #expect(cast() is MyService)
    #expect(specialized() is MyService)
    #expect(inferred().text() == "MyService")
  }

  @Test("A factory can be called as a function")
  func locator() {
    #expect(ContentViewModel().myService is MyService)
    #expect(ContentViewModel().eventLogger !== ContentViewModel().eventLogger)
  }
}
