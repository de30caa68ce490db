// Factory, MIT licence; see LICENSE
//
// FactoryKit's side of the bridge tests: this file imports both modules and qualifies.
import Factory
import FactoryTesting
import Testing

final class Bridged: Sendable {
  let text: String
  init(_ text: String = "original") { self.text = text }
}

extension FactoryKit.Scope {
  fileprivate static let license = FactoryKit.Scope.Singleton()
}

extension FactoryKit.Container {
  var bridgedSingleton: FactoryKit.Factory<Bridged> { self { Bridged() }.singleton }
  var bridgedLicense: FactoryKit.Factory<Bridged> { self { Bridged() }.scope(.license) }
  var bridgedCached: FactoryKit.Factory<Bridged> { self { Bridged() }.cached }
  var bridgedSession: FactoryKit.Factory<Bridged> {
    self { Bridged() }.scope(Factory1.Container.Scope.session.modern)
  }
  var bridgedLate: FactoryKit.Factory<Bridged> { self { Bridged() } }
  var unbridged: FactoryKit.Factory<Bridged> { self { Bridged() } }
  var bridgedParameter: FactoryKit.ParameterFactory<String, Bridged> { self { Bridged($0) } }
  var ofStatics: FactoryKit.Factory<Bridged> { Factory1.Container.declaredHere.modern }
  var parameterOfStatics: FactoryKit.ParameterFactory<String, Bridged> {
    Factory1.Container.parameterHere.modern
  }
}

final class BridgedContainer: FactoryKit.SharedContainer {
  @TaskLocal static var shared = BridgedContainer()
  let manager = FactoryKit.ContainerManager()
}

extension BridgedContainer {
  var shared: FactoryKit.Factory<Bridged> { self { Bridged() }.shared }
  var parameter: FactoryKit.ParameterFactory<String, Bridged> { self { Bridged($0) } }
}

/// The FactoryKit types that files that import only `Factory` cannot name.
enum FactoryKitContainers {
  static var container: FactoryKit.Container { .shared }
}

extension Trait where Self == ContainerTrait<BridgedContainer> {
  /// Gives each test a container that other tests do not reset.
  static var bridgedContainer: Self {
    .init(shared: BridgedContainer.$shared, container: BridgedContainer())
  }
}
