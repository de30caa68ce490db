// Factory, MIT licence; see LICENSE
//
// A body that needs another kind of factory.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      // error: invalid conversion from throwing function
      self { try Service.load() }
    }
    var p1: Factory<Service> {
      // error: cannot pass function of type '() async -> Service'
      self { await Service.open() }
    }
    var p2: ThrowingFactory<Service, any Error> {
      // error: parameter expecting synchronous function type
      self { try await Service.connect() }
    }
    var p3: AsyncFactory<Service, Never> {
      // error: cannot convert return expression of type
      self { try await Service.connect() }
    }
    var p4: Factory<Service> {
      // error: cannot convert return expression of type 'AsyncFactory<Service, any Error>'
      self { try await Service.connect() }
    }
  #else
    var p0: Factory<Service> {
      self { (try? Service.load()) ?? Service() }
    }
    var p1: Factory<Service> {
      self { Service() }
    }
    var p2: ThrowingFactory<Service, any Error> {
      self { try Service.load() }
    }
    var p3: AsyncFactory<Service, Never> {
      self { (try? await Service.connect()) ?? Service() }
    }
    var p4: AsyncFactory<Service, any Error> {
      self { try await Service.connect() }
    }
  #endif
}
