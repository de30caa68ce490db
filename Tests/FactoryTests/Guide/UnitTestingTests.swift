// Factory, MIT licence; see LICENSE
//
// The 1.x guides: Xcode Unit Tests. The snippet is an XCTest case, so the test is one too.
import Factory
import FactoryTestSupport
import Testing
import XCTest

private class SomeViewModel {
  @Injected(Container.myServiceType) var service
  @Injected(Container.single) var single
  var isLoaded: Bool { service is MockService }
}

extension Container {
  fileprivate static let myServiceType = Factory<MyServiceType> { MyService() }
  fileprivate static let single = Factory<MyServiceType>(scope: .singleton) { MyService() }
  fileprivate static let someViewModel = Factory { SomeViewModel() }

  fileprivate static func setupMocks() {
    myServiceType.register { MockServiceN(4) }
    single.register { MockService2() }
  }
}

final class FactoryCoreTests: XCTestCase {

  override func setUp() {
    super.setUp()
    Container.Registrations.push()
    Container.setupMocks()
  }

  override func tearDown() {
    super.tearDown()
    Container.Registrations.pop()
    XCTAssertTrue(Container.myServiceType() is MyService)
    XCTAssertTrue(Container.single() is MyService)
  }

  func testSomething() throws {
    Container.myServiceType.register(factory: { MockService() })
    let model = Container.someViewModel()
    XCTAssertTrue(model.isLoaded)
    XCTAssertTrue(model.single is MockService2)
  }
}

@Suite("1.x: Unit tests", .staticContainer)
struct PushPopTests {
  @Test("pop() restores what push() found, step by step")
  func nested() {
    Container.myServiceType.register { MockServiceN(1) }
    Container.Registrations.push()
    Container.myServiceType.register { MockServiceN(2) }
    Container.Registrations.push()
    Container.Registrations.reset()
    #expect(Container.myServiceType() is MyService)
    Container.Registrations.pop()
    #expect(Container.myServiceType().text() == "MockService2")
    Container.Registrations.pop()
    #expect(Container.myServiceType().text() == "MockService1")
  }

  @Test("pop() without push() changes nothing")
  func unbalanced() {
    let log = ExpectedLines(containing: "StaticContainer.manager.pop() without a push()")
    Container.myServiceType.register { MockServiceN(1) }
    Container.Registrations.pop()
    #expect(Container.myServiceType().text() == "MockService1")
    #expect(log.lines.count == 1)
  }
}
