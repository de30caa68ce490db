// Factory, MIT licence; see LICENSE
//
// What the programs in this directory use. It is compiled with each of them.
import FactoryKit

struct Service: Sendable {
  init() {}
  init(number: Int) {}
  static func load() throws -> Service { Service() }
  static func connect() async throws -> Service { Service() }
  static func open() async -> Service { Service() }
}

@MainActor final class Model {
  init() {}
  init(service: Service) {}
}

final class Payments: SharedContainer {
  @TaskLocal static var shared = Payments()
  let manager = ContainerManager()
}

extension Container {
  var service: Factory<Service> { self { Service() } }
  var numbered: ParameterFactory<Int, Service> { self { Service(number: $0) } }
  var settings: ThrowingFactory<Service, any Error> { self { try Service.load() }.cached }
  var document: ThrowingParameterFactory<Int, Service, any Error> {
    self { _ in try Service.load() }
  }
  var database: AsyncFactory<Service, any Error> { self { try await Service.connect() }.singleton }
  var cache: AsyncFactory<Service, Never> { self { await Service.open() }.cached }
  var tenant: AsyncParameterFactory<Int, Service, any Error> {
    self { _ in try await Service.connect() }.scopeOnParameters.cached
  }
  var model: MainActorFactory<Model> { self { Model() } }
  var editor: MainActorParameterFactory<Service, Model> { self { Model(service: $0) } }
  var services: FactoryGroup<Service> { group() }
}

extension Payments {
  var services: FactoryGroup<Service> { group() }
  var processor: Factory<Service> { self { Service() } }
  var numbered: ParameterFactory<Int, Service> { self { Service(number: $0) } }
  var settings: ThrowingFactory<Service, any Error> { self { try Service.load() } }
  var database: AsyncFactory<Service, any Error> { self { try await Service.connect() } }
  var model: MainActorFactory<Model> { self { Model() } }
  var editor: MainActorParameterFactory<Service, Model> { self { Model(service: $0) } }
}
