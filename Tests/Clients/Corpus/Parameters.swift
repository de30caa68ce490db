// Factory, MIT licence; see LICENSE
//
// Parameter factories: each kind of parameter, with and without scopes.
import FactoryKit

public func resolveProfile(_ container: Container, _ id: Int) -> Profile { container.profile(id) }

public func resolveProfiles(_ container: Container) -> [Profile] {
  (0..<10).map { container.profileByID($0) }
}

public func resolveProfileUntilFound(_ container: Container, _ wanted: Int) -> Profile {
  var id = 0
  while true {
    let profile = container.profile(id)
    if profile.id == wanted { return profile }
    id += 1
  }
}

public func resolveEachScope(_ container: Container) -> Int {
  container.firstProfile(1).id + container.profileByID(2).id + container.onlyProfile(3).id
    + container.pair((4, "five")).value + (container.promisedProfile(6)?.id ?? 0)
}

public func resolveWithResolve(_ container: Container) -> Profile {
  container.profile.resolve(4)
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

public func resolveByMode(_ container: Container, _ modes: [Mode]) -> Int {
  var sum = 0
  for mode in modes { sum += container.byMode(mode).value }
  return sum
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

// MARK: Modifiers

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

public func makeProfileFunction(_ container: Container) -> (Int) -> Profile {
  let factory = container.profile
  return { factory($0) }
}
