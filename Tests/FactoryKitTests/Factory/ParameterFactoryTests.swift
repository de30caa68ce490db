// Factory, MIT licence; see LICENSE
//
// Factories that need a value at run time. (Guide: Parameters.)
import FactoryTesting
import Testing

private final class ParamService {
  let value: Int
  init(value: Int) { self.value = value }
}

private struct Service: Equatable {
  let a: Int
  let b: String
}

private struct Settings: Hashable {
  var name: String
  var size: Int
}

extension Container {
  fileprivate var paramService: ParameterFactory<Int, ParamService> {
    self { ParamService(value: $0) }
  }
  fileprivate var longForm: ParameterFactory<Int, ParamService> {
    ParameterFactory(self) { ParamService(value: $0) }
  }
  fileprivate var twoArg: ParameterFactory<(Int, String), Service> {
    self { (a, b) in Service(a: a, b: b) }
  }
  fileprivate var labelled: ParameterFactory<(a: Int, b: String), Service> {
    self { Service(a: $0.a, b: $0.b) }
  }
  fileprivate var dictionary: ParameterFactory<[String: Int], Int> {
    self { $0["answer"] ?? 0 }
  }
  fileprivate var structured: ParameterFactory<Settings, String> {
    self { "\($0.name) \($0.size)" }
  }
  fileprivate var optionalParameter: ParameterFactory<Int?, String> {
    self { $0.map { "\($0)" } ?? "none" }
  }
  fileprivate var base: Factory<Int> { self { 100 } }
  fileprivate var dependent: ParameterFactory<Int, ParamService> {
    self { ParamService(value: self.base() + $0) }
  }
  fileprivate var cachedPerSettings: ParameterFactory<Settings, ParamService> {
    self { ParamService(value: $0.size) }.scopeOnParameters.cached
  }
}

@Suite struct ParameterFactoryTests {
  @Test("The parameter reaches the closure", arguments: [0, 42, -1])
  func parameter(value: Int) {
    #expect(Container().paramService(value).value == value)
  }

  @Test("The long form takes the parameter", arguments: [0, 42])
  func longForm(value: Int) {
    #expect(Container().longForm(value).value == value)
  }

  @Test("`resolve(_:)` is the same as the call")
  func resolve() {
    #expect(Container().paramService.resolve(42).value == 42)
  }

  @Test("A tuple carries several parameters and is taken apart by the closure")
  func tuple() {
    #expect(Container().twoArg((1, "x")) == Service(a: 1, b: "x"))
  }

  @Test("A labelled tuple carries several parameters")
  func labelledTuple() {
    #expect(Container().labelled((a: 1, b: "x")) == Service(a: 1, b: "x"))
  }

  @Test("A dictionary carries several parameters")
  func dictionary() {
    #expect(Container().dictionary(["answer": 42]) == 42)
  }

  @Test("A struct carries several parameters")
  func structure() {
    #expect(Container().structured(Settings(name: "A", size: 4)) == "A 4")
  }

  @Test("A parameter may be optional")
  func optionalParameter() {
    #expect(Container().optionalParameter(nil) == "none")
    #expect(Container().optionalParameter(1) == "1")
  }

  @Test("A factory with a parameter may resolve others")
  func dependsOnOthers() {
    let container = Container()
    container.base.register { 200 }
    #expect(container.dependent(3).value == 203)
  }

  @Test("A registration receives the parameter")
  func registration() {
    let container = Container()
    container.paramService.register { ParamService(value: $0 * 2) }
    #expect(container.paramService(21).value == 42)
  }

  @Test("Parameters that are equal are one parameter")
  func equalParameters() {
    let container = Container()
    let first = container.cachedPerSettings(Settings(name: "A", size: 1))
    #expect(container.cachedPerSettings(Settings(name: "A", size: 1)) === first)
    #expect(container.cachedPerSettings(Settings(name: "B", size: 1)) !== first)
  }
}
