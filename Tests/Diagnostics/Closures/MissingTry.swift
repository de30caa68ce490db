// Factory, MIT licence; see LICENSE
//
// A call that may fail, without `try`.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: ThrowingFactory<Service, any Error> {
      // error: call can throw, but it is not marked with 'try'
      self { Service.load() }
    }
    var p1: ThrowingFactory<Service, any Error> {
      // error: call can throw, but it is not marked with 'try'
      self { self.settings() }
    }
    var p2: ThrowingParameterFactory<Int, Service, any Error> {
      // error: call can throw, but it is not marked with 'try'
      self { _ in Service.load() }
    }
    var p3: AsyncFactory<Service, any Error> {
      // error: call can throw, but it is not marked with 'try'
      self { await Service.connect() }
    }
    var p4: AsyncParameterFactory<Int, Service, any Error> {
      // error: call can throw, but it is not marked with 'try'
      self { _ in await Service.connect() }
    }
  #else
    var p0: ThrowingFactory<Service, any Error> {
      self { try Service.load() }
    }
    var p1: ThrowingFactory<Service, any Error> {
      self { try self.settings() }
    }
    var p2: ThrowingParameterFactory<Int, Service, any Error> {
      self { _ in try Service.load() }
    }
    var p3: AsyncFactory<Service, any Error> {
      self { try await Service.connect() }
    }
    var p4: AsyncParameterFactory<Int, Service, any Error> {
      self { _ in try await Service.connect() }
    }
  #endif
}
