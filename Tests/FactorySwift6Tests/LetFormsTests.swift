// Factory, MIT licence; see LICENSE
//
// 1.x programs whose declarations are constants compile in Swift 6 mode, whatever the types.
import Factory
import Testing

private protocol MyServiceType {
  func text() -> String
}

// Not `Sendable`, as the classes of 1.x programs are not.
private class MyService: MyServiceType {
  var count = 0
  func text() -> String { "MyService" }
}

private class MockService: MyServiceType {
  let n: Int
  init(_ n: Int) { self.n = n }
  func text() -> String { "Mock\(n)" }
}

extension Container.Scope {
  fileprivate static let session = Cached()
}

extension Container {
  fileprivate static let myService = Factory { MyService() as MyServiceType }
  fileprivate static let singleton = Factory<MyServiceType>(scope: .singleton) { MyService() }
  fileprivate static let cached = Factory(scope: .cached) { MyService() }
  fileprivate static let shared = Factory(scope: .shared) { MyService() }
  fileprivate static let session = Factory(scope: .session) { MyService() }
  fileprivate static let optional = Factory<MyServiceType?> { nil }
  fileprivate static let parameter = ParameterFactory<Int, MyServiceType> { MockService($0) }
  fileprivate static let function = Factory<() async throws -> Int> { { 42 } }
  @MainActor fileprivate static let model = Factory { MainModel() }
}

private class OrderContainer: SharedContainer {
  static let order = Factory { Container.cached() }
}

private class PaymentContainer: OrderContainer {
  static let payment = Factory { order() }
}

extension SharedContainer {
  fileprivate static let api = Factory(scope: .cached) { MyService() }
}

@MainActor
private class MainModel {
  @Injected(Container.cached) var service
}

private class Screen {
  @Injected(Container.myService) var eager
  @LazyInjected(Container.cached) var lazy
  @WeakLazyInjected(Container.shared) var weak
  @Injected(Container.function) var function

  func another() -> MyService { $lazy.resolve(reset: .scope) }
}

@Suite("1.x declarations as constants, in Swift 6 mode", .staticContainer)
struct LetFormsTests {
  @Test("Factories of every kind, without scope and with each")
  func kinds() {
    #expect(Container.myService().text() == "MyService")
    #expect((Container.singleton() as? MyService) === (Container.singleton() as? MyService))
    #expect(Container.cached() === Container.cached())
    #expect(Container.session() === Container.session())
    #expect(Container.optional() == nil)
    #expect(Container.parameter(3).text() == "Mock3")
    let held = Container.shared()
    #expect(Container.shared() === held)
  }

  @Test("Containers derive from each other, and share what is on the root")
  func containers() {
    #expect(PaymentContainer.payment() === Container.cached())
    #expect(PaymentContainer.api() === OrderContainer.api())
  }

  @Test("A registration may capture an object of any type")
  func registering() {
    let mock = MockService(1)
    Container.myService.register { mock }
    #expect(Container.myService().text() == "Mock1")
  }

  @Test("The wrappers, and functions")
  func wrappers() async throws {
    let screen = Screen()
    #expect(screen.eager.text() == "MyService")
    #expect(screen.lazy === Container.cached())
    #expect(screen.weak == nil)
    #expect(screen.another() === Container.cached())
    #expect(try await screen.function() == 42)
  }

  @Test("A main-actor class is created by a main-actor factory")
  @MainActor func mainActor() {
    #expect(Container.model().service === Container.cached())
  }
}
