// Factory, MIT licence; see LICENSE
//
// A property that does not exist.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      // error: value of type 'Container' has no member 'servise'
      self { self.servise() }
    }
    var p1: Factory<Int> {
      // error: value of type 'Service' has no member 'number'
      self { self.service().number }
    }
    var p2: ThrowingFactory<Service, any Error> {
      // error: value of type 'Container' has no member 'setings'
      self { try self.setings() }
    }
    var p3: AsyncFactory<Service, any Error> {
      // error: value of type 'Container' has no member 'databse'
      self { try await self.databse() }
    }
    var p4: AsyncParameterFactory<Int, Service, any Error> {
      // error: value of type 'Container' has no member 'tennant'
      self { try await self.tennant($0) }
    }
    var p5: MainActorFactory<Model> {
      // error: value of type 'Container' has no member 'modle'
      self { self.modle() }
    }
  #else
    var p0: Factory<Service> {
      self { self.service() }
    }
    var p1: Factory<Int> {
      self { [self.service()].count }
    }
    var p2: ThrowingFactory<Service, any Error> {
      self { try self.settings() }
    }
    var p3: AsyncFactory<Service, any Error> {
      self { try await self.database() }
    }
    var p4: AsyncParameterFactory<Int, Service, any Error> {
      self { try await self.tenant($0) }
    }
    var p5: MainActorFactory<Model> {
      self { self.model() }
    }
  #endif
}
