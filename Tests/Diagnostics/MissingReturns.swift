// Factory, MIT licence; see LICENSE
//
// A body of several statements that returns nothing, which the compiler checks in a program without
// other mistakes.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      self {
        let service = Service()
        print(service)
        // error: missing return in closure expected to return 'Service'
      }
    }
    var p1: ThrowingFactory<Service, any Error> {
      self {
        let service = try Service.load()
        print(service)
        // error: missing return in closure expected to return 'Service'
      }
    }
    var p2: AsyncFactory<Service, any Error> {
      self {
        let service = try await Service.connect()
        print(service)
        // error: missing return in closure expected to return 'Service'
      }
    }
    var p3: MainActorFactory<Model> {
      self {
        let model = Model()
        print(model)
        // error: missing return in closure expected to return 'Model'
      }
    }
  #endif
}
