// Factory, MIT licence; see LICENSE
//
// Mistakes in modifiers, decorators, layers and promises.
import FactoryKit

extension Container {
  #if MISTAKE
    // A modifier that does not exist.

    // error: 'cashed'
    var unknown0: Factory<Service> { self { Service() }.cashed }
    var unknown1: ParameterFactory<Int, Service> {
      // error: reference to member 'scopeOnParameter' cannot be resolved
      self { Service(number: $0) }.scopeOnParameter
    }
    // error: value of type 'ThrowingFactory<Service, any Error>' has no member 'cashed'
    var unknown2: ThrowingFactory<Service, any Error> { self { try Service.load() }.cashed }
    var unknown3: AsyncFactory<Service, any Error> {
      // error: value of type 'AsyncFactory<Service, any Error>' has no member 'singelton'
      self { try await Service.connect() }.singelton
    }
    var unknown4: AsyncParameterFactory<Int, Service, any Error> {
      // error: no member 'scopeOnParameter'
      self { _ in try await Service.connect() }.scopeOnParameter.cached
    }
    // error: 'cashed'
    var unknown5: MainActorFactory<Model> { self { Model() }.cashed }

    // An argument that has another type.

    // error: cannot convert value of type 'String' to expected argument type 'Double'
    var argument0: Factory<Service> { self { Service() }.timeToLive("3") }
    var argument1: ThrowingFactory<Service, any Error> {
      // error: cannot convert value of type 'String' to expected argument type 'Double'
      self { try Service.load() }.timeToLive("3")
    }
    var argument2: AsyncFactory<Service, any Error> {
      // error: cannot convert value of type 'String' to expected argument type 'Scope'
      self { try await Service.connect() }.scope("3")
    }
    var argument3: AsyncFactory<Service, any Error> {
      // error: cannot convert value of type 'Int' to closure result type 'Service'
      self { try await Service.connect() }.onTest { 3 }
    }
    // error: 'cashed'
    var argument4: Factory<Service> { self { Service() }.scope(.cashed) }

    // Promised factories of a type that is not optional, or of a kind that cannot be promised.

    // errors: resolves to nil: declare 'Factory<Service?>', or write 'required()'
    var p0: Factory<any Error> { promised() }
    var p1: Factory<Service> { promised().cached }
    // error: 'promised()' declares a 'Factory' or a 'ParameterFactory' of an optional type
    var p2: ParameterFactory<Int, Service> { promised() }
    // errors: for any other factory, write 'required()'
    var p3: ThrowingFactory<Service?, any Error> { promised() }
    var p4: ThrowingParameterFactory<Int, Service, any Error> { promised() }
    var p5: AsyncFactory<Service, Never> { promised() }
    var p6: AsyncParameterFactory<Int, Service, any Error> { promised() }
    var p7: MainActorFactory<Model?> { promised() }
    var p8: MainActorParameterFactory<Int, Model> { promised() }
  #else
    var p0: Factory<(any Error)?> { promised() }
    var p1: Factory<Service?> { promised().cached }
    var p2: ParameterFactory<Int, Service?> { promised() }
    var p3: ThrowingFactory<Service?, any Error> { required() }
    var p4: ThrowingParameterFactory<Int, Service, any Error> { required() }
    var p5: AsyncFactory<Service, Never> { required() }
    var p6: AsyncParameterFactory<Int, Service, any Error> { required() }
    var p7: MainActorFactory<Model?> { required() }
    var p8: MainActorParameterFactory<Int, Model> { required() }
  #endif
}

// A decorator of an asynchronous factory runs on any thread.
@MainActor final class Loads {
  var count = 0

  func watch(_ container: Container) {
    #if MISTAKE
      // errors: main actor-isolated property 'count' can not be mutated from a Sendable closure
      container.cache.decorator { _ in self.count += 1 }
      container.tenant.decorator { _, _ in self.count += 1 }
    #else
      container.cache.decorator { _ in Task { @MainActor in self.count += 1 } }
      container.tenant.decorator { _, _ in Task { @MainActor in self.count += 1 } }
      // On the main actor.
      container.model.decorator { _ in self.count += 1 }
    #endif
  }
}

@MainActor var last: Service?

func wraps() {
  #if MISTAKE
    // error: convert
    Container.shared.service.wrap { _ in 1 }
    // error: has no member 'number'
    Container.shared.service.wrap { Service(number: $0.number) }
    Container.shared.database.wrap { service in
      // error: main actor
      last = service
      return service
    }
  #else
    Container.shared.service.wrap { _ in Service(number: 1) }
    Container.shared.settings.wrap { $0 }
    Container.shared.database.wrap { $0 }
    Container.shared.model.wrap { model in
      last = Service()
      return model
    }
    Container.shared.editor.wrap { $0 }
    Container.shared.services.wrap { Array($0.reversed()) }
  #endif
}
