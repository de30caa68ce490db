import FactoryTesting
import Testing

protocol Serving: AnyObject {}
final class Live: Serving {}
final class Mock: Serving {}
@MainActor final class VM {
  let n: Int
  init(n: Int = 1) { self.n = n }
}
@MainActor protocol MainService: Sendable {}
@MainActor final class MockMainActor: MainService {}
@MainActor final class LiveMainActor: MainService {}
final class A {
  let b: any Serving
  init(b: any Serving) { self.b = b }
}
extension Container {
  var service: Factory<any Serving> { self { Live() } }
  var cachedService: Factory<any Serving> { self { Live() }.cached }
  var sharedService: Factory<any Serving> { self { Live() }.shared }
  var singletonService: Factory<any Serving> { self { Live() }.singleton }
  var graphService: Factory<any Serving> { self { Live() }.graph }
  var a: Factory<A> { self { A(b: self.service()) } }
  var param: ParameterFactory<Int, String> { self { "\($0)" } }
  var param2: ParameterFactory<Int, Live> { self { _ in Live() }.scopeOnParameters.cached }
  @MainActor var vm: Factory<VM> { self { VM() } }
  @MainActor var mainService: Factory<any MainService> { self { LiveMainActor() } }
  var opt: Factory<(any Serving)?> { self { nil }.cached }
  var fn: Factory<() -> Int> { self { { 5 } } }
  var pr: Factory<(any Serving)?> { promised() }
  var ppr: ParameterFactory<Int, (any Serving)?> { promised() }
  var composed: Factory<any Serving & Sendable> { self { fatalError() } }
}

@Suite(.container, .serialized) struct Smoke {
  @Injected(\.service) var s
  @LazyInjected(\.cachedService) var lazy
  @WeakLazyInjected(\.sharedService) var weakly
  @Test func all() async {
    let c = Container.shared
    #expect(c.service() is Live)
    #expect(c.cachedService() === c.cachedService())
    let s = c.sharedService()
    #expect(s === c.sharedService())
    #expect(weakly === s)
    #expect(c.singletonService() === Container().singletonService())
    c.service.register { Mock() }
    #expect(c.service() is Mock)
    #expect(c.a().b is Mock)
    #expect(c.param(3) == "3")
    #expect(c.param2(3) === c.param2(3))
    #expect(c.param2(3) !== c.param2(4))
    #expect(c.opt() == nil)
    c.opt.register { Mock() }
    #expect(c.opt() != nil)
    #if DEBUG
      c.service.onTest { Live() }
      #expect(c.service() is Live)
    #endif
    #expect(c.fn()() == 5)
    let vm = await c.vm.resolveOnMainActor()
    #expect(vm.n == 1)
    #expect($lazy.resolvedOrNil() == nil)
    #expect(lazy === $lazy.resolvedOrNil())
    c { $0.service.register { Mock() } }
  }
  @Test(
    .container {
      $0.service.register { Mock() }
      await $0.mainService.register { MockMainActor() }
    }) func trait() async
  {
    #expect(Container.shared.service() is Mock)
    #expect(await Container.shared.mainService.resolveOnMainActor() is MockMainActor)
  }
}
