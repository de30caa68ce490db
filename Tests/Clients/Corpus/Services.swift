// Factory, MIT licence; see LICENSE
//
// What every file of the corpus uses: services, containers and a factory of each kind.
//
// The declarations in the other files are public. The optimiser removes code that is not reachable
// from outside before it optimises its loops, so nothing would be checked.
import FactoryKit

// MARK: Services

public protocol Reporting: AnyObject, Sendable {
  func report() -> Int
}

public final class Report: Reporting {
  public init() {}
  public func report() -> Int { 1 }
}

public final class OtherReport: Reporting {
  public init() {}
  public func report() -> Int { 2 }
}

public struct Amount: Sendable {
  public let value: Int
}

public final class Profile: Sendable {
  public let id: Int

  public init(id: Int) {
    self.id = id
  }
}

public final class Editor: Sendable {
  public let report: any Reporting
  public let profile: Profile

  public init(report: any Reporting, profile: Profile) {
    self.report = report
    self.profile = profile
  }
}

public enum Failure: Error {
  case failed
}

/// Opaque to the optimiser.
@inline(never)
public func work() throws {
  if CommandLine.argc > 1000 { throw Failure.failed }
}

/// Consumes an instance. Opaque to the optimiser.
@inline(never)
public func consume<T>(_ value: __owned T) {
  if CommandLine.argc > 1000 { print(value) }
}

// MARK: Factories

extension Scope {
  static let visit = Cached()
}

extension Container {
  var plain: Factory<Report> { self { Report() } }
  var long: Factory<Report> { Factory(self) { Report() } }
  var unique: Factory<Report> { self { Report() }.unique }
  var cached: Factory<Report> { self { Report() }.cached }
  var held: Factory<Report> { self { Report() }.shared }
  var singleton: Factory<Report> { self { Report() }.singleton }
  var graph: Factory<Report> { self { Report() }.graph }
  var visit: Factory<Report> { self { Report() }.scope(.visit) }
  var timed: Factory<Report> { self { Report() }.cached.timeToLive(60) }

  var reporting: Factory<any Reporting> { self { Report() }.singleton }
  var amount: Factory<Amount> { self { Amount(value: 3) } }
  var keptAmount: Factory<Amount> { self { Amount(value: 3) }.cached }
  var perhaps: Factory<Report?> { self { nil }.cached }
  var function: Factory<@Sendable (Int) -> Int> { self { { $0 + 1 } } }
  var promise: Factory<(any Reporting)?> { promised() }

  var profile: ParameterFactory<Int, Profile> { self { Profile(id: $0) } }
  var firstProfile: ParameterFactory<Int, Profile> { self { Profile(id: $0) }.cached }
  var profileByID: ParameterFactory<Int, Profile> {
    self { Profile(id: $0) }.scopeOnParameters.cached
  }
  var onlyProfile: ParameterFactory<Int, Profile> { self { Profile(id: $0) }.singleton }
  var pair: ParameterFactory<(Int, String), Amount> { self { Amount(value: $0.0 + $0.1.count) } }
  var promisedProfile: ParameterFactory<Int, Profile?> { promised() }

  var editor: Factory<Editor> {
    self { Editor(report: self.reporting(), profile: self.profileByID(1)) }
  }
  var keptEditor: Factory<Editor> {
    self { Editor(report: self.cached(), profile: self.firstProfile(1)) }.shared
  }

  var contextual: Factory<any Reporting> {
    self { Report() }.cached
      .onArg("--other") { OtherReport() }
      .onTest { OtherReport() }
      .onDebug { OtherReport() }
  }
  var decorated: Factory<Report> { self { Report() }.shared.decorator { consume($0) } }
  var settled: Factory<any Reporting> {
    self { Report() }.singleton.onPreview { OtherReport() }.once()
  }

  @MainActor var screen: Factory<Screen> { self { Screen() } }
  @MainActor var keptScreen: Factory<Screen> { self { Screen() }.cached }
}

@MainActor
public final class Screen {
  public var title = "Screen"
  public init() {}
}

// MARK: Containers

/// A container as a module of an application declares it.
public final class Desk: SharedContainer {
  @TaskLocal public static var shared = Desk()
  public let manager = ContainerManager()
  public init() {}
}

extension Desk {
  var drawer: Factory<Report> { self { Report() }.cached }
  var lamp: Factory<Report> { self { Report() }.singleton }
  var folder: ParameterFactory<Int, Profile> { self { Profile(id: $0) } }
}

/// A container without a shared instance.
public final class Pocket: ManagedContainer {
  public let manager = ContainerManager()
  public init() {}
}

extension Pocket {
  var coin: Factory<Amount> { self { Amount(value: 1) } }
}

extension SharedContainer {
  /// A factory of every container.
  var common: Factory<Report> { self { Report() }.cached }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive Resolving {}
