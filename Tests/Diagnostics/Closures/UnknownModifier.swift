// Factory, MIT licence; see LICENSE
//
// A modifier that does not exist.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      // error: 'cashed'
      self { Service() }.cashed
    }
    var p1: ParameterFactory<Int, Service> {
      // error: reference to member 'scopeOnParameter' cannot be resolved
      self { Service(number: $0) }.scopeOnParameter
    }
    var p2: ThrowingFactory<Service, any Error> {
      // error: value of type 'ThrowingFactory<Service, any Error>' has no member 'cashed'
      self { try Service.load() }.cashed
    }
    var p3: AsyncFactory<Service, any Error> {
      // error: value of type 'AsyncFactory<Service, any Error>' has no member 'singelton'
      self { try await Service.connect() }.singelton
    }
    var p4: AsyncParameterFactory<Int, Service, any Error> {
      // error: no member 'scopeOnParameter'
      self { _ in try await Service.connect() }.scopeOnParameter.cached
    }
    var p5: MainActorFactory<Model> {
      // error: 'cashed'
      self { Model() }.cashed
    }
  #else
    var p0: Factory<Service> {
      self { Service() }.cached
    }
    var p1: ParameterFactory<Int, Service> {
      self { Service(number: $0) }.scopeOnParameters
    }
    var p2: ThrowingFactory<Service, any Error> {
      self { try Service.load() }.cached
    }
    var p3: AsyncFactory<Service, any Error> {
      self { try await Service.connect() }.singleton
    }
    var p4: AsyncParameterFactory<Int, Service, any Error> {
      self { _ in try await Service.connect() }.scopeOnParameters.cached
    }
    var p5: MainActorFactory<Model> {
      self { Model() }.cached
    }
  #endif
}
