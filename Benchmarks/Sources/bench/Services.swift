// Factory, MIT licence; see LICENSE
//
// The services that the rows resolve, and the containers that declare them.
import FactoryKit

protocol Service: Sendable {
  func answer() -> Int
}

final class Implementation: Service {
  func answer() -> Int { 42 }
}

final class Replacement: Service {
  func answer() -> Int { 43 }
}

/// A class-bound protocol, whose existential has two words instead of five.
protocol ClassService: AnyObject {
  func answer() -> Int
}

final class ClassImplementation: ClassService {
  func answer() -> Int { 42 }
}

/// A service that depends on the next one.
final class Link: Service {
  let next: any Service
  init(_ next: any Service) { self.next = next }
  func answer() -> Int { next.answer() }
}

/// A service that depends on up to four others.
final class Consumer: Service {
  let first: any Service
  let second: any Service
  let third: any Service
  let fourth: (any Service)?

  init(
    _ first: any Service, _ second: any Service, _ third: any Service,
    _ fourth: (any Service)? = nil
  ) {
    self.first = first
    self.second = second
    self.third = third
    self.fourth = fourth
  }

  func answer() -> Int { first.answer() }
}

/// A service that is created with a number.
final class Numbered: Service {
  let number: Int
  init(_ number: Int) { self.number = number }
  func answer() -> Int { number }
}

/// A service that is created with a name.
final class Named: Service {
  let name: String
  init(_ name: String) { self.name = name }
  func answer() -> Int { name.utf8.count }
}

extension Scope {
  static let session = Cached()
}

extension Container {
  var unscoped: Factory<any Service> { self { Implementation() } }
  var cached: Factory<any Service> { self { Implementation() }.cached }
  var sharedService: Factory<any Service> { self { Implementation() }.shared }
  var singleton: Factory<any Service> { self { Implementation() }.singleton }
  var graph: Factory<any Service> { self { Implementation() }.graph }
  var session: Factory<any Service> { self { Implementation() }.scope(.session) }
  var expiring: Factory<any Service> { self { Implementation() }.cached.timeToLive(20) }

  /// Resolves one instance four times.
  var consumer: Factory<any Service> {
    self { Consumer(self.graph(), self.graph(), self.graph(), self.graph()) }
  }

  var unscopedClass: Factory<any ClassService> { self { ClassImplementation() } }
  var cachedClass: Factory<any ClassService> { self { ClassImplementation() }.cached }
  var unscopedConcrete: Factory<Implementation> { self { Implementation() } }
  var cachedConcrete: Factory<Implementation> { self { Implementation() }.cached }

  var numbered: ParameterFactory<Int, any Service> { self { Numbered($0) } }
  var numberedCached: ParameterFactory<Int, any Service> {
    self { Numbered($0) }.scopeOnParameters.cached
  }
  var namedCached: ParameterFactory<String, any Service> {
    self { Named($0) }.scopeOnParameters.cached
  }

  var replaced: Factory<any Service> { self { Implementation() } }
  var replacedCached: Factory<any Service> { self { Implementation() }.cached }
  var decorated: Factory<any Service> { self { Implementation() }.decorator { sink($0) } }
  var decoratedCached: Factory<any Service> {
    self { Implementation() }.decorator { sink($0) }.cached
  }
  var contextual: Factory<any Service> {
    self { Implementation() }.onArg("bench") { Replacement() }
  }
  var contextualCached: Factory<any Service> {
    self { Implementation() }.onTest { Replacement() }.onArg("bench") { Replacement() }.cached
  }

  var chain1: Factory<any Service> { self { Link(self.chain2()) } }
  var chain2: Factory<any Service> { self { Link(self.chain3()) } }
  var chain3: Factory<any Service> { self { Link(self.chain4()) } }
  var chain4: Factory<any Service> { self { Link(self.chain5()) } }
  var chain5: Factory<any Service> { self { Link(self.chain6()) } }
  var chain6: Factory<any Service> { self { Link(self.chain7()) } }
  var chain7: Factory<any Service> { self { Link(self.chain8()) } }
  var chain8: Factory<any Service> { self { Link(self.chain9()) } }
  var chain9: Factory<any Service> { self { Link(self.chain10()) } }
  var chain10: Factory<any Service> { self { Implementation() } }
}

/// For the row that resolves by type. An application writes the same.
// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive Resolving {}

/// A container with an `autoRegister`.
final class RegisteringContainer: SharedContainer, AutoRegistering {
  @TaskLocal static var shared = RegisteringContainer()
  let manager = ContainerManager()

  var unscoped: Factory<any Service> { self { Implementation() } }
  var registered: Factory<any Service> { self { Implementation() } }
  var cached: Factory<any Service> { self { Implementation() }.cached }

  func autoRegister() { registered.register { Replacement() } }
}

/// Containers in the state that the rows need.
extension Container {
  static func cachingByDefault() -> Container {
    let container = Container()
    container.manager.defaultScope = .cached
    return container
  }

  /// A container with entries, like one that is in use.
  static func inUse() -> Container {
    let container = Container()
    _ = container.cached()
    _ = container.singleton()
    _ = container.sharedService()
    return container
  }
}

/// Adds entries to `Container.shared`, as if it was in use.
func useSharedContainer() {
  _ = Container.shared.cached()
  _ = Container.shared.singleton()
}
