// Factory, MIT licence; see LICENSE
//
// The 1.x guides: A Simple Example.
import Factory
import Testing

extension Container {
  fileprivate static let myService = Factory { MyService() as MyServiceType }
}

private class ContentViewModel: ObservableObject {
  @Injected(Container.myService) private var myService
  var service: MyServiceType { myService }
}

@Suite("1.x: A simple example", .staticContainer)
struct SimpleExampleTests {
  @Test("The wrapper injects the factory's instance, as the protocol that the closure declares")
  func injected() {
    #expect(ContentViewModel().service is MyService)
  }

  @Test("A factory without a scope creates a new instance for each consumer")
  func unique() {
    #expect(!isSame(ContentViewModel().service, ContentViewModel().service))
  }
}
