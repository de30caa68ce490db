// Factory, MIT licence; see LICENSE
//
// Factories of types that the function does not know, specialised and not.
import FactoryKit

@inline(never)
public func resolveAny<T>(_ factory: Factory<T>) -> T { factory() }

public func resolveSome<T>(_ factory: Factory<T>) -> T { factory.resolve() }

public func resolveForEach<P: Hashable, T>(
  _ factory: ParameterFactory<P, T>, _ parameters: [P]
) -> [P: T] {
  var result: [P: T] = [:]
  for parameter in parameters {
    result[parameter] = factory.scopeOnParameters.cached(parameter)
  }
  return result
}

public func modify<F: FactoryModifying>(_ factory: F) -> F {
  factory.cached.timeToLive(10).decorator { consume($0) }.once()
}

public func registerAll<T>(_ factories: [Factory<T>], _ make: @escaping () -> T) {
  for factory in factories { factory.register(factory: make) }
}

public func specialise(_ container: Container) -> Int {
  resolveAny(container.cached).report() + resolveSome(container.amount).value
    + resolveForEach(container.profile, [1, 2]).count
    + resolveUntil(modify(container.function)) + modify(container.profileByID)(3).id
}

private func resolveUntil(_ factory: Factory<@Sendable (Int) -> Int>) -> Int {
  var number = 0
  while number < 10 { number = factory()(number) }
  return number
}

// MARK: Generic declarations

public struct Repository<Element: Sendable>: Sendable {
  let elements: [Element]
}

extension Container {
  func repository<Element: Sendable>(of type: Element.Type) -> Factory<Repository<Element>> {
    self(key: "repository") { Repository(elements: []) }.singleton
  }

  func maker<P: Hashable, T>(_ make: @escaping (P) -> T) -> ParameterFactory<P, T> {
    self { make($0) }.scopeOnParameters.shared
  }

  subscript<T>(_ value: T) -> Factory<T> { self { value } }
}

public func resolveGeneric(_ container: Container) -> Int {
  container.repository(of: Int.self)().elements.count
    + container.repository(of: String.self)().elements.count
    + container.maker { (id: Int) in Profile(id: id) }(1).id
    + container[7]()
}

public func resolveGeneric<Element: Sendable>(
  _ container: Container, _ type: Element.Type
) -> Int {
  container.repository(of: type)().elements.count
}

// MARK: Packs, opaque and existential types

public func resolvePack<each T>(_ factory: repeat Factory<each T>) -> (repeat each T) {
  (repeat (each factory)())
}

public func resolveBoth(_ container: Container) -> Int {
  let (report, amount) = resolvePack(container.cached, container.amount)
  return report.report() + amount.value
}

public func resolveOpaque(_ container: Container) -> some Reporting { container.cached() }

public protocol Resolvable {
  static var factory: KeyPath<Container, Factory<Self>> { get }
}

extension Resolvable {
  public static func resolve() -> Self { dependency(factory) }
}

extension Amount: Resolvable {
  public static var factory: KeyPath<Container, Factory<Amount>> { \.amount }
}

public func resolveResolvable() -> Int { Amount.resolve().value }

// MARK: Values that cannot be copied

public struct Ticket: ~Copyable {
  let report: Report

  public init(_ container: Container) {
    report = container.cached()
  }

  deinit { consume(report) }
}

public func useTicket(_ container: Container) -> Int {
  let ticket = Ticket(container)
  return ticket.report.report() + container.plain().report()
}
