// Factory, MIT licence; see LICENSE
//
// The 1.x guides: Constructor Injection, Passing Parameters.
import Factory
import Testing

private class ConstructedService {
  let service: MyServiceType
  init(service: MyServiceType) { self.service = service }
}

extension Container {
  fileprivate static let myService = Factory<MyServiceType> { MyService() }
  fileprivate static let constructedService = Factory {
    ConstructedService(service: myService())
  }
}

extension Container {
  fileprivate static var parameterService = ParameterFactory<Int, MyServiceType> { n in
    ParameterService(value: n)
  }
  fileprivate static var tupleService = ParameterFactory<(Int, Int), MultipleParameterService> {
    (a, b) in
    MultipleParameterService(a: a, b: b)
  }
  fileprivate static var scopedService = ParameterFactory<Int, ParameterService>(scope: .cached) {
    ParameterService(value: $0)
  }
}

private class MyClass {
  var myService: MyServiceType
  init(_ n: Int) {
    myService = Container.parameterService(n)
  }
}

@Suite("1.x: Constructor injection and parameters", .staticContainer)
struct ConstructionTests {
  @Test("A factory's closure calls the factories of its container")
  func constructed() {
    #expect(Container.constructedService().service is MyService)
    Container.myService.register { MockService() }
    #expect(Container.constructedService().service is MockService)
  }

  @Test("A parameter reaches the instance")
  func parameter() {
    #expect(MyClass(7).myService.text() == "ParameterService7")
  }

  @Test("Two parameters are a tuple")
  func tuple() {
    let service = Container.tupleService((1, 2))
    #expect(service.a == 1)
    #expect(service.b == 2)
  }

  @Test("A scoped factory uses the first parameter until the scope is reset")
  func scoped() {
    #expect(Container.scopedService(1).value == 1)
    #expect(Container.scopedService(2).value == 1)
    Container.Scope.cached.reset()
    #expect(Container.scopedService(2).value == 2)
  }

  @Test("A parameter factory is registered again and reset like any other")
  func registered() {
    Container.parameterService.register { MockServiceN($0) }
    #expect(Container.parameterService(3).text() == "MockService3")
    Container.parameterService.reset()
    #expect(Container.parameterService(3).text() == "ParameterService3")
  }
}
