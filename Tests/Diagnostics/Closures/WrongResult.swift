// Factory, MIT licence; see LICENSE
//
// A result of another type.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      // error: cannot convert value of type 'Int' to closure result type 'Service'
      self { 3 }
    }
    var p1: ParameterFactory<Int, Service> {
      // error: cannot convert value of type 'String' to closure result type 'Service'
      self { "\($0)" }
    }
    var p2: ThrowingFactory<Service, any Error> {
      // error: cannot convert return expression of type 'Factory<String>'
      self { "" }
    }
    var p3: AsyncFactory<Service, any Error> {
      // error: expected contextual result type 'AsyncFactory<Service, any Error>'
      self { 3 }
    }
    var p4: AsyncFactory<Service, Never> {
      // error: value of type 'Service' has no member 'number'
      self { await Service.open().number }
    }
    var p5: MainActorFactory<Model> {
      // error: expected contextual result type 'MainActorFactory<Model>'
      self { Service() }
    }
  #else
    var p0: Factory<Service> {
      self { Service() }
    }
    var p1: ParameterFactory<Int, Service> {
      self { Service(number: $0) }
    }
    var p2: ThrowingFactory<Service, any Error> {
      self { Service() }
    }
    var p3: AsyncFactory<Service, any Error> {
      self { Service() }
    }
    var p4: AsyncFactory<Service, Never> {
      self { await Service.open() }
    }
    var p5: MainActorFactory<Model> {
      self { Model() }
    }
  #endif
}
