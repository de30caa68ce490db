// Factory, MIT licence; see LICENSE
//
// A misspelled type.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      // error: cannot find 'Sevice' in scope
      self { Sevice() }
    }
    var p1: ParameterFactory<Int, Service> {
      // error: cannot find 'Sevice' in scope
      self { Sevice(number: $0) }
    }
    var p2: ThrowingFactory<Service, any Error> {
      // error: cannot find 'Sevice' in scope
      self { try Sevice.load() }
    }
    var p3: ThrowingParameterFactory<Int, Service, any Error> {
      // error: cannot find 'Sevice' in scope
      self { _ in try Sevice.load() }
    }
    var p4: AsyncFactory<Service, any Error> {
      // error: cannot find 'Sevice' in scope
      self { try await Sevice.connect() }
    }
    var p5: AsyncParameterFactory<Int, Service, any Error> {
      // error: cannot find 'Sevice' in scope
      self { _ in try await Sevice.connect() }
    }
    var p6: MainActorFactory<Model> {
      // error: cannot find 'Modle' in scope
      self { Modle() }
    }
    var p7: MainActorParameterFactory<Service, Model> {
      // error: cannot find 'Modle' in scope
      self { Modle(service: $0) }
    }
  #else
    var p0: Factory<Service> {
      self { Service() }
    }
    var p1: ParameterFactory<Int, Service> {
      self { Service(number: $0) }
    }
    var p2: ThrowingFactory<Service, any Error> {
      self { try Service.load() }
    }
    var p3: ThrowingParameterFactory<Int, Service, any Error> {
      self { _ in try Service.load() }
    }
    var p4: AsyncFactory<Service, any Error> {
      self { try await Service.connect() }
    }
    var p5: AsyncParameterFactory<Int, Service, any Error> {
      self { _ in try await Service.connect() }
    }
    var p6: MainActorFactory<Model> {
      self { Model() }
    }
    var p7: MainActorParameterFactory<Service, Model> {
      self { Model(service: $0) }
    }
  #endif
}
