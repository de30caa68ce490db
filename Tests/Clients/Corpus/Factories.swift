// Factory, MIT licence; see LICENSE
//
// Scopes of the program's own, each kind of parameter, and modifiers in definitions.
import FactoryKit

// MARK: Scopes

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
}

public func resolveModified(_ container: Container) -> Int {
  container.inEveryContext().report() + container.longest().report()
    + container.usingContainer().profile.id + container.contextual().report()
    + container.decorated().report() + container.settled().report()
}
