// Factory, MIT licence; see LICENSE
//
// A call that may suspend, without `await`.
import FactoryKit

extension Container {
  #if MISTAKE
    var p0: AsyncFactory<Service, any Error> {
      // error: expression is 'async' but is not marked with 'await'
      self { try Service.connect() }
    }
    var p1: AsyncFactory<Service, Never> {
      // error: expression is 'async' but is not marked with 'await'
      self { Service.open() }
    }
    var p2: AsyncParameterFactory<Int, Service, any Error> {
      // error: expression is 'async' but is not marked with 'await'
      self { try self.tenant($0) }
    }
  #else
    var p0: AsyncFactory<Service, any Error> {
      self { try await Service.connect() }
    }
    var p1: AsyncFactory<Service, Never> {
      self { await Service.open() }
    }
    var p2: AsyncParameterFactory<Int, Service, any Error> {
      self { try await self.tenant($0) }
    }
  #endif
}
