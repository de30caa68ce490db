// Factory, MIT licence; see LICENSE
//
// A misspelled function.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: Factory<Service> {
      // error: cannot find 'makeServise' in scope
      self { makeServise() }
    }
    var p1: ThrowingFactory<Service, any Error> {
      // error: type 'Service' has no member 'laod'
      self { try Service.laod() }
    }
    var p2: ThrowingParameterFactory<Int, Service, any Error> {
      // error: type 'Service' has no member 'laod'
      self { _ in try Service.laod() }
    }
    var p3: AsyncFactory<Service, any Error> {
      // error: type 'Service' has no member 'conect'
      self { try await Service.conect() }
    }
    var p4: AsyncFactory<Service, Never> {
      // error: type 'Service' has no member 'opne'
      self { await Service.opne() }
    }
    var p5: AsyncParameterFactory<Int, Service, any Error> {
      // error: type 'Service' has no member 'conect'
      self { _ in try await Service.conect() }
    }
  #else
    var p0: Factory<Service> {
      self { makeService() }
    }
    var p1: ThrowingFactory<Service, any Error> {
      self { try Service.load() }
    }
    var p2: ThrowingParameterFactory<Int, Service, any Error> {
      self { _ in try Service.load() }
    }
    var p3: AsyncFactory<Service, any Error> {
      self { try await Service.connect() }
    }
    var p4: AsyncFactory<Service, Never> {
      self { await Service.open() }
    }
    var p5: AsyncParameterFactory<Int, Service, any Error> {
      self { _ in try await Service.connect() }
    }
  #endif
}

private func makeService() -> Service { Service() }
