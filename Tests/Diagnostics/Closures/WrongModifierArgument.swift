// Factory, MIT licence; see LICENSE
//
// An argument of a modifier that has another type.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      // error: cannot convert value of type 'String' to expected argument type 'Double'
      self { Service() }.timeToLive("3")
    }
    var p1: ThrowingFactory<Service, any Error> {
      // error: cannot convert value of type 'String' to expected argument type 'Double'
      self { try Service.load() }.timeToLive("3")
    }
    var p2: AsyncFactory<Service, any Error> {
      // error: cannot convert value of type 'String' to expected argument type 'Scope'
      self { try await Service.connect() }.scope("3")
    }
    var p3: AsyncFactory<Service, any Error> {
      // error: cannot convert value of type 'Int' to closure result type 'Service'
      self { try await Service.connect() }.onTest { 3 }
    }
    var p4: Factory<Service> {
      // error: 'cashed'
      self { Service() }.scope(.cashed)
    }
  #else
    var p0: Factory<Service> {
      self { Service() }.timeToLive(3)
    }
    var p1: ThrowingFactory<Service, any Error> {
      self { try Service.load() }.timeToLive(.seconds(3))
    }
    var p2: AsyncFactory<Service, any Error> {
      self { try await Service.connect() }.scope(.cached)
    }
    var p3: AsyncFactory<Service, any Error> {
      self { try await Service.connect() }.onTest { Service() }
    }
    var p4: Factory<Service> {
      self { Service() }.scope(.cached)
    }
  #endif
}
