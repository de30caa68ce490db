// Factory, MIT licence; see LICENSE
//
// An argument of another type, with another label, or too many.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      // error: cannot convert value of type 'String' to expected argument type 'Int'
      self { Service(number: "3") }
    }
    var p1: Factory<Service> {
      // error: incorrect argument label in call (have 'nummer:', expected 'number:')
      self { Service(nummer: 3) }
    }
    var p2: ThrowingFactory<Service, any Error> {
      // error: argument passed to call that takes no arguments
      self { try Service.load(3) }
    }
    var p3: AsyncFactory<Service, any Error> {
      // error: argument passed to call that takes no arguments
      self { try await Service.connect(3) }
    }
    var p4: MainActorFactory<Model> {
      // error: cannot convert value of type 'Int' to expected argument type 'Service'
      self { Model(service: 3) }
    }
  #else
    var p0: Factory<Service> {
      self { Service(number: 3) }
    }
    var p1: Factory<Service> {
      self { Service(number: 3) }
    }
    var p2: ThrowingFactory<Service, any Error> {
      self { try Service.load() }
    }
    var p3: AsyncFactory<Service, any Error> {
      self { try await Service.connect() }
    }
    var p4: MainActorFactory<Model> {
      self { Model(service: Service()) }
    }
  #endif
}
