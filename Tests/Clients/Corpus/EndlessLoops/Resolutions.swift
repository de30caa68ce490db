// Factory, MIT licence; see LICENSE
//
// Each scope, product, parameter and modifier, resolved in a loop without an exit; factory values
// and key paths.
import FactoryKit

// MARK: Scopes and products

extension Container {
  public func loopOnPlain() { while true { _ = plain() } }
  public func loopOnLongForm() { while true { _ = long() } }
  public func loopOnUnique() { while true { _ = unique() } }
  public func loopOnCached() { while true { _ = cached() } }
  public func loopOnShared() { while true { _ = held() } }
  public func loopOnSingleton() { while true { _ = singleton() } }
  public func loopOnGraph() { while true { _ = graph() } }
  public func loopOnCustomScope() { while true { _ = visit() } }
  public func loopOnTimeToLive() { while true { _ = timed() } }
  public func loopOnContexts() { while true { consume(contextual()) } }
  public func loopOnDecorated() { while true { consume(decorated()) } }
  public func loopOnOnce() { while true { consume(settled()) } }

  public func loopOnExistential() { while true { consume(reporting().report()) } }
  public func loopOnValue() { while true { consume(amount()) } }
  public func loopOnKeptValue() { while true { consume(keptAmount().value) } }
  public func loopOnComposed() { while true { consume(editor()) } }
  public func loopOnKeptComposed() { while true { consume(keptEditor()) } }
  public func loopOnResolveMethod() { while true { consume(singleton.resolve()) } }

  public func loopOnFunctionProduct() {
    var number = 0
    while true { number = function()(number) }
  }

  public func loopOnOptionalProduct() {
    while true {
      guard let report = perhaps() else { continue }
      consume(report)
    }
  }

  public func loopOnPromised() {
    while true {
      if let reporting = promise() { consume(reporting.report()) }
    }
  }

  public func loopOnSeveral() {
    while true {
      consume(plain())
      consume(cached())
      consume(held())
      consume(singleton())
      consume(profile(1))
      consume(Desk.shared.drawer())
    }
  }
}

// MARK: Parameters

extension Container {
  public func loopOnParameterTuple() { while true { consume(pair((1, "two"))) } }
  public func loopOnParameterSingleton() { while true { _ = onlyProfile(7) } }
  public func loopOnParameterResolveMethod() { while true { consume(profile.resolve(1)) } }

  public func loopOnParameter() {
    var id = 0
    while true {
      consume(profile(id))
      id &+= 1
    }
  }

  public func loopOnScopeOnParameters() {
    var id = 0
    while true {
      consume(profileByID(id))
      id &+= 1
    }
  }
}

// MARK: Modifiers at the call site

extension Container {
  public func loopOnCallSiteCached() { while true { consume(plain.cached()) } }
  public func loopOnCallSiteSingleton() { while true { consume(plain.singleton()) } }
  public func loopOnCallSiteScope(_ scope: Scope) { while true { consume(plain.scope(scope)()) } }
  public func loopOnCallSiteTimeToLive() { while true { consume(cached.timeToLive(10)()) } }
  public func loopOnCallSiteDecorator() {
    while true { consume(cached.decorator { consume($0) }()) }
  }
  public func loopOnCallSiteParameterScope() {
    while true { consume(profile.scopeOnParameters.shared(1)) }
  }
  public func loopOnCallSiteContext() {
    while true { reporting.onArg("--other") { OtherReport() }.reset(.scope) }
  }
  public func loopOnCallSiteOnce() {
    while true { consume(cached.onTest { Report() }.once()()) }
  }
}

public final class ScopeOwner {
  let scope = Scope.Cached()
  public init() {}

  public func loopOnScopeOfObject(_ container: Container) {
    while true { consume(container.plain.scope(scope)()) }
  }
}

// MARK: Factory values

extension Container {
  public func loopOnFactoryValue() { while true { _ = plain } }
  public func loopOnScopedFactoryValue() { while true { consume(cached) } }

  public func loopOnFactoryOutside() {
    let factory = cached
    while true { _ = factory() }
  }

  public func loopAndCaptureFactory() {
    while true {
      let factory = cached
      let make = { factory() }
      consume(make)
    }
  }
}

public func loopOnFactoryInOut(_ factory: inout Factory<Report>) {
  while true { consume(factory()) }
}

public func loopOnFactories(_ factories: [Factory<Report>]) {
  while true {
    for factory in factories { consume(factory()) }
  }
}

public func loopOnGenericFactory<T>(_ factory: Factory<T>) {
  while true { consume(factory()) }
}

public func loopOnGenericParameterFactory<P, T>(_ factory: ParameterFactory<P, T>, _ value: P) {
  while true { consume(factory(value)) }
}

public func loopOnSpecialised(_ container: Container) {
  loopOnGenericFactory(container.cached)
}

public struct Makers {
  let report: Factory<Report>
  let profile: ParameterFactory<Int, Profile>

  public func loopOnFactoriesOfStruct() {
    while true { consume((report(), profile(1))) }
  }
}

public final class FactoryOwner<T> {
  let factory: Factory<T>
  let profiles: ParameterFactory<Int, Profile>

  public init(_ factory: Factory<T>, _ container: Container) {
    self.factory = factory
    profiles = container.profileByID
  }

  public func loopOnFactoryOfObject() { while true { consume(factory()) } }
  public func loopOnParameterFactoryOfObject() { while true { consume(profiles(1)) } }
  public func loopOnModifiedFactoryOfObject() { while true { consume(factory.cached()) } }
}

// MARK: Key paths

public func loopOnDependency() { while true { consume(dependency(\.plain)) } }

public func loopOnDependencyWithParameter() {
  while true { consume(dependency(\.profile, parameter: 1)) }
}

public func loopOnDependencyOfDesk() { while true { consume(dependency(\Desk.drawer)) } }

public func loopOnKeyPath(_ path: KeyPath<Container, Factory<Report>>) {
  while true { consume(dependency(path)) }
}

public func loopOnGenericKeyPath<T>(_ path: KeyPath<Container, Factory<T>>) {
  while true { consume(dependency(path)) }
}

public func loopOnKeyPath(
  _ path: KeyPath<Container, Factory<Report>>, of container: Container
) {
  while true { consume(container[keyPath: path]()) }
}
