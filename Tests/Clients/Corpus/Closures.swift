// Factory, MIT licence; see LICENSE
//
// Factories in closures and closures in factories; local functions and key paths.
import FactoryKit

public func resolveInEscapingClosures(_ container: Container) -> [() -> Report] {
  [
    { container.cached() },
    { [weak container] in container?.plain() ?? Report() },
    { [unowned container] in container.singleton() },
    container.held.resolve,
    container.graph.callAsFunction,
  ]
}

public func mapAndFilter(_ container: Container, _ numbers: [Int]) -> [Profile] {
  numbers
    .map { container.profile($0) }
    .filter { $0.id > container.keptAmount().value }
    .sorted { $0.id < $1.id + container.amount().value }
}

public func autoclosures(_ container: Container, _ report: Report?) -> Report {
  report ?? container.cached()
}

public final class Caller {
  lazy var report = Container.shared.cached()
  lazy var make: () -> Report = { [unowned self] in self.report }
  let factory = Container.shared.plain

  public init() {}

  public func resolve() -> Int { make().report() + factory().report() }
}

// MARK: Local functions

public func localFunctions(_ container: Container) -> Int {
  func next(_ number: Int) -> Int {
    number == 0 ? container.cached().report() : next(number - 1) + container.profile(number).id
  }
  func twice<T>(_ factory: Factory<T>) -> [T] { [factory(), factory()] }
  return next(3) + twice(container.plain).count
}

// MARK: Closures as products

extension Container {
  var load: Factory<@Sendable (Int) async throws -> Profile> {
    self { { self.profileByID($0) } }
  }
}

public func load(_ container: Container, _ id: Int) async throws -> Profile {
  container.load.register { { Profile(id: $0 + 1) } }
  return try await container.load()(id)
}

// MARK: Key paths

extension Container {
  static var reports: [KeyPath<Container, Factory<Report>>] {
    [\.plain, \.cached, \.held, \.singleton]
  }

  public func allReports() -> [Report] { Container.reports.map { self[keyPath: $0]() } }
}

public func resolveByKeyPath<T>(_ path: KeyPath<Container, Factory<T>>) -> T { dependency(path) }

public func resolveByKeyPaths() -> Int {
  resolveByKeyPath(\.cached).report() + resolveByKeyPath(\.amount).value
    + Container.shared[keyPath: \.singleton]().report() + dependency(\.graph).report()
}
