// Factory, MIT licence; see LICENSE
//
// A mistake in a body of several statements.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      self {
        let number = 3
        // error: cannot find 'Sevice' in scope
        return Sevice(number: number)
      }
    }
    var p1: ThrowingFactory<Service, any Error> {
      self {
        // error: call can throw
        let service = Service.load()
        return service
      }
    }
    var p2: AsyncFactory<Service, any Error> {
      self {
        let service = try await Service.connect()
        // error: value of type 'Service' has no member 'first'
        return service.first
      }.cached
    }
    var p3: MainActorFactory<Model> {
      self {
        let service = self.service()
        // error: incorrect argument label in call (have 'servise:', expected 'service:')
        return Model(servise: service)
      }
    }
  #else
    var p0: Factory<Service> {
      self {
        let number = 3
        return Service(number: number)
      }
    }
    var p1: ThrowingFactory<Service, any Error> {
      self {
        let service = try Service.load()
        return service
      }
    }
    var p2: AsyncFactory<Service, any Error> {
      self {
        let service = try await Service.connect()
        return service
      }.cached
    }
    var p3: MainActorFactory<Model> {
      self {
        let service = self.service()
        return Model(service: service)
      }
    }
  #endif
}
