// Factory, MIT licence; see LICENSE
//
// Each scope, resolved once, twice and in loops that end.
import FactoryKit

// MARK: Once

public func resolvePlain(_ container: Container) -> Report { container.plain() }
public func resolveLong(_ container: Container) -> Report { container.long() }
public func resolveUnique(_ container: Container) -> Report { container.unique() }
public func resolveCached(_ container: Container) -> Report { container.cached() }
public func resolveShared(_ container: Container) -> Report { container.held() }
public func resolveSingleton(_ container: Container) -> Report { container.singleton() }
public func resolveGraph(_ container: Container) -> Report { container.graph() }
public func resolveVisit(_ container: Container) -> Report { container.visit() }
public func resolveTimed(_ container: Container) -> Report { container.timed() }

// MARK: Several times

public func areSame(_ container: Container) -> Bool {
  container.cached() === container.cached() && container.singleton() === container.singleton()
}

public func resolveAll(_ container: Container) -> [Report] {
  [
    container.plain(), container.unique(), container.cached(), container.held(),
    container.singleton(), container.graph(), container.visit(), container.timed(),
  ]
}

public func countOfSame(_ container: Container, of first: Report) -> Int {
  var count = 0
  while container.held() === first, count < 100 { count += 1 }
  return count
}

public func resolveMany(_ container: Container, _ times: Int) -> Int {
  var sum = 0
  for _ in 0..<times {
    sum += container.plain().report()
    sum += container.graph().report()
    sum += container.visit().report()
    sum += container.timed().report()
  }
  return sum
}

public func resolveUntilOther(_ container: Container, than first: Report) -> Report {
  var last = container.visit()
  repeat { last = container.visit() } while last === first
  return last
}

// MARK: Scopes of the program's own

extension Scope {
  static let errand = Cached()
  static let glance = Shared()
  static let turn = Unique()
  static let walk = Graph()
}

extension Container {
  var errand: Factory<any Reporting> { self { Report() }.scope(.errand) }
  var glance: Factory<any Reporting> { self { Report() }.scope(.glance) }
  var turn: Factory<Amount> { self { Amount(value: 1) }.scope(.turn) }
  var walk: Factory<Report> { self { Report() }.scope(.walk).timeToLive(0.5) }
  var chosen: Factory<Report> { self { Report() }.scope(manager.trace ? .cached : .shared) }
}

public func resolveCustomScopes(_ container: Container) -> Int {
  container.errand().report() + container.glance().report() + container.turn().value
    + container.walk().report() + container.chosen().report()
}

public func leaveScopes(_ container: Container) {
  container.manager.reset(scope: .errand)
  container.reset(scope: .glance)
  Scope.singleton.reset()
  consume(container.errand())
}

// MARK: Singletons of a task

public func resolveInOtherSingletons() -> Bool {
  let outside = Container.shared.singleton()
  return Scope.$singleton.withValue(Scope.singleton.clone()) {
    Scope.singleton.reset()
    return Container.shared.singleton() !== outside
  }
}

// MARK: Default scope

public func resolveInDefaultScope() -> Bool {
  let container = Container()
  container.manager.defaultScope = .cached
  return container.plain() === container.plain()
}

// MARK: Products

public func resolveValues(_ container: Container) -> Int {
  container.amount().value + container.keptAmount().value
}

public func resolveOptional(_ container: Container) -> Int? {
  guard let report = container.perhaps() else { return nil }
  return report.report()
}

public func resolveFunction(_ container: Container) -> Int {
  [1, 2, 3].map(container.function()).reduce(0, +)
}

public func resolveComposed(_ container: Container) -> Int {
  container.editor().profile.id + container.keptEditor().report.report()
}

public func resolvePromise(_ container: Container) -> Int {
  container.promise()?.report() ?? 0
}
