// Factory, MIT licence; see LICENSE
//
// Parameterised tests whose cases run in parallel, each with its own container. (Guide: Swift
// Testing.)
import FactoryTesting
import Testing

enum ParallelTraitTestsParameter: Int, CaseIterable, Sendable {
  case one = 1
  case two
  case three
  case four
  case five
  case six
  case seven
  case eight
}

private protocol ServiceType: AnyObject, Sendable {
  var parameter: ParallelTraitTestsParameter? { get }
}
private final class LiveService: ServiceType {
  let parameter: ParallelTraitTestsParameter? = nil
}
private final class MockService: ServiceType {
  let parameter: ParallelTraitTestsParameter?
  init(parameter: ParallelTraitTestsParameter) { self.parameter = parameter }
}

extension Container {
  fileprivate var someService: Factory<ServiceType> { self { LiveService() } }
  fileprivate var cachedService: Factory<ServiceType> { self { LiveService() }.cached }
  fileprivate var singletonService: Factory<ServiceType> { self { LiveService() }.singleton }
}

private struct Consumer {
  @LazyInjected(\.someService) var service
}

@Suite(.container)
struct ParallelTraitTests {
  @Test(
    "Each case resolves what it registered", .container,
    arguments: ParallelTraitTestsParameter.allCases)
  func parameterized(p: ParallelTraitTestsParameter) async {
    Container.shared.someService.register { MockService(parameter: p) }
    #expect(Container.shared.someService().parameter == p)
  }

  @Test(
    "Each case of a suite with the trait starts fresh",
    arguments: ParallelTraitTestsParameter.allCases)
  func fresh(p: ParallelTraitTestsParameter) async {
    #expect(Container.shared.someService().parameter == nil)
    Container.shared.someService.register { MockService(parameter: p) }
    await Task.yield()
    #expect(Container.shared.someService().parameter == p)
    #expect(Consumer().service.parameter == p)
  }

  @Test("Each case has its own cached instances", arguments: ParallelTraitTestsParameter.allCases)
  func cached(p: ParallelTraitTestsParameter) async {
    Container.shared.cachedService.register { MockService(parameter: p) }
    let instance = Container.shared.cachedService()
    await Task.yield()
    #expect(instance.parameter == p)
    #expect(Container.shared.cachedService() === instance)
  }

  @Test("Each case has its own singletons", arguments: ParallelTraitTestsParameter.allCases)
  func singletons(p: ParallelTraitTestsParameter) async {
    Container.shared.singletonService.register { MockService(parameter: p) }
    let instance = Container.shared.singletonService()
    await Task.yield()
    #expect(instance.parameter == p)
    #expect(Container.shared.singletonService() === instance)
  }

  @Test(
    "Each combination of two arguments has its own container",
    arguments: ParallelTraitTestsParameter.allCases, [1, 2, 3])
  func combinations(p: ParallelTraitTestsParameter, number: Int) async {
    #expect(Container.shared.someService() is LiveService)
    Container.shared.someService.register { MockService(parameter: p) }
    await Task.yield()
    #expect(Container.shared.someService().parameter == p)
  }

  @Test(
    "A reset in one case does not affect the others",
    arguments: ParallelTraitTestsParameter.allCases)
  func reset(p: ParallelTraitTestsParameter) async {
    Container.shared.someService.register { MockService(parameter: p) }
    await Task.yield()
    if p.rawValue.isMultiple(of: 2) {
      Container.shared.reset()
      Scope.singleton.reset()
      #expect(Container.shared.someService() is LiveService)
    } else {
      #expect(Container.shared.someService().parameter == p)
    }
  }
}
