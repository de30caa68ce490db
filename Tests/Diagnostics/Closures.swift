// Factory, MIT licence; see LICENSE
//
// Mistakes in the closures of factories, of each kind. The corrected forms are those of
// Support.swift.
import FactoryKit

extension Container {
  #if MISTAKE
    // A misspelled type.

    // errors: cannot find 'Sevice' in scope
    var type0: Factory<Service> { self { Sevice() } }
    var type1: ParameterFactory<Int, Service> { self { Sevice(number: $0) } }
    var type2: ThrowingFactory<Service, any Error> { self { try Sevice.load() } }
    var type3: ThrowingParameterFactory<Int, Service, any Error> { self { _ in try Sevice.load() } }
    var type4: AsyncFactory<Service, any Error> { self { try await Sevice.connect() } }

    var type5: AsyncParameterFactory<Int, Service, any Error> {
      // error: cannot find 'Sevice' in scope
      self { _ in try await Sevice.connect() }
    }
    // errors: cannot find 'Modle' in scope
    var type6: MainActorFactory<Model> { self { Modle() } }
    var type7: MainActorParameterFactory<Service, Model> { self { Modle(service: $0) } }

    // A misspelled function.

    // error: cannot find 'makeServise' in scope
    var function0: Factory<Service> { self { makeServise() } }
    // error: type 'Service' has no member 'laod'
    var function1: ThrowingFactory<Service, any Error> { self { try Service.laod() } }
    // error: type 'Service' has no member 'conect'
    var function2: AsyncFactory<Service, any Error> { self { try await Service.conect() } }

    // A property that does not exist.

    // error: value of type 'Container' has no member 'servise'
    var property0: Factory<Service> { self { self.servise() } }
    // error: value of type 'Service' has no member 'number'
    var property1: Factory<Int> { self { self.service().number } }
    // error: value of type 'Container' has no member 'setings'
    var property2: ThrowingFactory<Service, any Error> { self { try self.setings() } }
    var property3: AsyncParameterFactory<Int, Service, any Error> {
      // error: value of type 'Container' has no member 'tennant'
      self { try await self.tennant($0) }
    }
    // error: value of type 'Container' has no member 'modle'
    var property4: MainActorFactory<Model> { self { self.modle() } }

    // An argument of another type, with another label, or too many.

    // error: cannot convert value of type 'String' to expected argument type 'Int'
    var argument0: Factory<Service> { self { Service(number: "3") } }
    // error: incorrect argument label in call (have 'nummer:', expected 'number:')
    var argument1: Factory<Service> { self { Service(nummer: 3) } }
    // errors: argument passed to call that takes no arguments
    var argument2: ThrowingFactory<Service, any Error> { self { try Service.load(3) } }
    var argument3: AsyncFactory<Service, any Error> { self { try await Service.connect(3) } }
    // error: cannot convert value of type 'Int' to expected argument type 'Service'
    var argument4: MainActorFactory<Model> { self { Model(service: 3) } }

    // A result of another type.

    // error: cannot convert value of type 'Int' to closure result type 'Service'
    var result0: Factory<Service> { self { 3 } }
    // error: cannot convert value of type 'String' to closure result type 'Service'
    var result1: ParameterFactory<Int, Service> { self { "\($0)" } }
    // error: cannot convert return expression of type 'Factory<String>'
    var result2: ThrowingFactory<Service, any Error> { self { "" } }
    // error: expected contextual result type 'AsyncFactory<Service, any Error>'
    var result3: AsyncFactory<Service, any Error> { self { 3 } }
    // error: expected contextual result type 'MainActorFactory<Model>'
    var result4: MainActorFactory<Model> { self { Service() } }

    // A closure that does not take the parameter, and one that takes one which is none.

    // error: expected contextual result type 'ParameterFactory<Int, Service>'
    var parameter0: ParameterFactory<Int, Service> { self { Service() } }
    var parameter1: ThrowingParameterFactory<Int, Service, any Error> {
      // error: to return type 'ThrowingParameterFactory<Int, Service, any Error>'
      self { try Service.load() }
    }
    var parameter2: AsyncParameterFactory<Int, Service, any Error> {
      // error: to return type 'AsyncParameterFactory<Int, Service, any Error>'
      self { try await Service.connect() }
    }
    // error: expected contextual result type 'MainActorParameterFactory<Service, Model>'
    var parameter3: MainActorParameterFactory<Service, Model> { self { Model() } }
    // error: no 'callAsFunction' candidates produce the expected contextual result type 'Factory<Service>'
    var parameter4: Factory<Service> { self { Service(number: $0) } }

    // A body that needs another kind of factory.

    // error: invalid conversion from throwing function
    var kind0: Factory<Service> { self { try Service.load() } }
    // error: cannot pass function of type '() async -> Service'
    var kind1: Factory<Service> { self { await Service.open() } }
    // error: parameter expecting synchronous function type
    var kind2: ThrowingFactory<Service, any Error> { self { try await Service.connect() } }
    // error: cannot convert return expression of type
    var kind3: AsyncFactory<Service, Never> { self { try await Service.connect() } }
    // error: cannot convert return expression of type 'AsyncFactory<Service, any Error>'
    var kind4: Factory<Service> { self { try await Service.connect() } }

    // A call that may fail, without `try`.

    // errors: call can throw, but it is not marked with 'try'
    var try0: ThrowingFactory<Service, any Error> { self { Service.load() } }
    var try1: ThrowingFactory<Service, any Error> { self { self.settings() } }
    var try2: ThrowingParameterFactory<Int, Service, any Error> { self { _ in Service.load() } }
    var try3: AsyncFactory<Service, any Error> { self { await Service.connect() } }

    var try4: AsyncParameterFactory<Int, Service, any Error> {
      // error: call can throw, but it is not marked with 'try'
      self { _ in await Service.connect() }
    }

    // A call that may suspend, without `await`.

    // errors: expression is 'async' but is not marked with 'await'
    var await0: AsyncFactory<Service, any Error> { self { try Service.connect() } }
    var await1: AsyncFactory<Service, Never> { self { Service.open() } }
    var await2: AsyncParameterFactory<Int, Service, any Error> { self { try self.tenant($0) } }

    // A mistake in a body of several statements.

    var body0: Factory<Service> {
      self {
        let number = 3
        // error: cannot find 'Sevice' in scope
        return Sevice(number: number)
      }
    }
    var body1: AsyncFactory<Service, any Error> {
      self {
        let service = try await Service.connect()
        // error: value of type 'Service' has no member 'first'
        return service.first
      }.cached
    }
    var body2: MainActorFactory<Model> {
      self {
        let service = self.service()
        // error: incorrect argument label in call (have 'servise:', expected 'service:')
        return Model(servise: service)
      }
    }
  #endif
}
