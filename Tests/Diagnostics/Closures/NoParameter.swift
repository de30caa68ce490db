// Factory, MIT licence; see LICENSE
//
// A closure that does not take the parameter.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: ParameterFactory<Int, Service> {
      // error: expected contextual result type 'ParameterFactory<Int, Service>'
      self { Service() }
    }
    var p1: ThrowingParameterFactory<Int, Service, any Error> {
      // error: to return type 'ThrowingParameterFactory<Int, Service, any Error>'
      self { try Service.load() }
    }
    var p2: AsyncParameterFactory<Int, Service, any Error> {
      // error: to return type 'AsyncParameterFactory<Int, Service, any Error>'
      self { try await Service.connect() }
    }
    var p3: MainActorParameterFactory<Service, Model> {
      // error: expected contextual result type 'MainActorParameterFactory<Service, Model>'
      self { Model() }
    }
  #else
    var p0: ParameterFactory<Int, Service> {
      self { _ in Service() }
    }
    var p1: ThrowingParameterFactory<Int, Service, any Error> {
      self { _ in try Service.load() }
    }
    var p2: AsyncParameterFactory<Int, Service, any Error> {
      self { _ in try await Service.connect() }
    }
    var p3: MainActorParameterFactory<Service, Model> {
      self { _ in Model() }
    }
  #endif
}
