// Factory, MIT licence; see LICENSE
//
// Scopes, each kind of parameter, and modifiers in definitions and at call sites.
import FactoryKit

// MARK: Scopes

public func areSame(_ container: Container) -> Bool {
  container.cached() === container.cached() && container.singleton() === container.singleton()
}

public func resolveAll(_ container: Container) -> [Report] {
  [
    container.plain(), container.unique(), container.cached(), container.held(),
    container.singleton(), container.graph(), container.visit(), container.timed(),
  ]
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

public func resolveInOtherSingletons() -> Bool {
  let outside = Container.shared.singleton()
  return Scope.$singleton.withValue(Scope.singleton.clone()) {
    Scope.singleton.reset()
    return Container.shared.singleton() !== outside
  }
}

public func resolveFunction(_ container: Container) -> Int {
  [1, 2, 3].map(container.function()).reduce(0, +)
}

public func resolveProfileUntilFound(_ container: Container, _ wanted: Int) -> Profile {
  var id = 0
  while true {
    let profile = container.profile(id)
    if profile.id == wanted { return profile }
    id += 1
  }
}

// MARK: Parameters

public enum Mode: Hashable, Sendable {
  case plain
  case numbered(Int)
}

public struct Request: Hashable, Sendable {
  let path: String
  let headers: [String: String]
  let mode: Mode
}

public final class Token: Hashable, Sendable {
  public static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Container {
  var byMode: ParameterFactory<Mode, Amount> {
    self { mode in
      switch mode {
      case .plain: Amount(value: 0)
      case .numbered(let number): Amount(value: number)
      }
    }
  }
  var byRequest: ParameterFactory<Request, Report> {
    self { _ in Report() }.scopeOnParameters.shared
  }
  var byToken: ParameterFactory<Token?, Report> {
    self { $0 == nil ? Report() : self.cached() }.scopeOnParameters.singleton
  }
  var byExistential: ParameterFactory<any Reporting, Amount> {
    self { Amount(value: $0.report()) }
  }
  var byFunction: ParameterFactory<(Int) -> Int, Amount> { self { Amount(value: $0(1)) } }
  var byNothing: ParameterFactory<Void, Amount> { self { _ in Amount(value: 1) } }
  var byTwo: ParameterFactory<(Int, Profile), Editor> {
    self { id, profile in Editor(report: self.reporting(), profile: id == 0 ? profile : profile) }
  }
  var byThree: ParameterFactory<(id: Int, name: String, mode: Mode), Amount> {
    self { Amount(value: $0.id + $0.name.count + self.byMode($0.mode).value) }.graph
  }
}

public func resolveByRequest(_ container: Container) -> Report {
  container.byRequest(Request(path: "/", headers: ["a": "b"], mode: .numbered(1)))
}

public func resolveByToken(_ container: Container, _ token: Token) -> Bool {
  container.byToken(token) === container.byToken(nil)
}

public func resolveByOthers(_ container: Container) -> Int {
  container.byExistential(container.reporting()).value
    + container.byFunction { $0 * 2 }.value
    + container.byNothing(()).value
    + container.byTwo((0, container.profile(1))).profile.id
    + container.byThree((1, "two", .numbered(3))).value
}

public func registerProfiles(_ container: Container) {
  container.profile.register { Profile(id: $0 * 2) }
  container.profileByID.register { [unowned container] in container.profile($0) }
  container.onlyProfile.onArg("--other") { Profile(id: -$0) }.reset(.scope)
  container.firstProfile.decorator { profile, isNew in if isNew { consume(profile) } }
}

public func modifyAtCallSite(_ container: Container) -> Int {
  container.profile.scopeOnParameters.cached(1).id
    + container.profile.timeToLive(10).singleton(2).id
    + container.profile.onTest { Profile(id: $0) }.once()(3).id
}

// MARK: Modifiers in definitions

extension Container {
  var inEveryContext: Factory<any Reporting> {
    self { Report() }
      .singleton
      .onArg("--one") { OtherReport() }
      .onArgs(["--two", "--three"]) { OtherReport() }
      .onPreview { OtherReport() }
      .onTest { OtherReport() }
      .onDebug { OtherReport() }
      .onSimulator { OtherReport() }
      .onDevice { OtherReport() }
      .context(.arg("--four"), .test) { OtherReport() }
      .decorator { consume($0) }
      .timeToLive(10)
      .once()
  }

  var longest: Factory<Report> {
    Factory(self, key: "longest") { Report() }
      .shared.decorator { report, isNew in if isNew { consume(report) } }
      .timeToLive(0)
  }

  var usingContainer: Factory<Editor> {
    self { Editor(report: self.contextual(), profile: self.profileByID(3)) }
      .cached
      .onTest { [unowned self] in Editor(report: self.decorated(), profile: self.profile(4)) }
      .decorator { [unowned self] _ in consume(self.plain()) }
  }

  var ofOther: Factory<Report> { cached.timeToLive(5) }
  var ofOtherContainer: Factory<Report> { self { Desk.shared.drawer() }.cached }
}

public func resolveModified(_ container: Container) -> Int {
  container.inEveryContext().report() + container.longest().report()
    + container.usingContainer().profile.id + container.contextual().report()
    + container.decorated().report() + container.settled().report()
    + container.ofOther().report() + container.ofOtherContainer().report()
}

// MARK: Modifiers at call sites

public func scopeAtCallSite(_ container: Container) -> Int {
  container.plain.cached().report() + container.plain.unique().report()
    + container.plain.shared().report() + container.plain.graph().report()
    + container.plain.singleton().report() + container.plain.scope(.visit)().report()
    + container.plain.cached.timeToLive(1)().report()
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public func liveForDuration(_ container: Container) -> Int {
  container.plain.cached.timeToLive(.seconds(3))().report()
}

public func changeContexts(_ container: Container) {
  container.reporting.onTest { OtherReport() }.reset(.scope)
  container.reporting
    .onArg("--one") { OtherReport() }
    .onArg("--two") { Report() }
    .onDebug { [unowned container] in container.reporting() }
  FactoryContext.setArg("--one", forKey: "kind")
  consume(container.reporting())
  FactoryContext.removeArg(forKey: "kind")
  FactoryContext.current.isTest.toggle()
}

public func decorate(_ container: Container) {
  var count = 0
  container.cached.decorator { count += $0.report() }
  container.decorator { consume($0) }
  consume(container.cached())
  container.decorator(nil)
  consume(count)
}

// MARK: Settings

public func changeSettings(_ container: Container) {
  let manager = container.manager
  manager.trace.toggle()
  manager.logger = { consume($0) }
  manager.clock = { 0 }
  manager.circularDependencyTesting = false
  manager.promiseTriggersError = false
  manager.defaultScope = .shared
}
