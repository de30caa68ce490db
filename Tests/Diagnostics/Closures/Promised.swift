// Factory, MIT licence; see LICENSE
//
// Promised factories of a type that is not optional, or of a kind that cannot be promised.
import FactoryKit

extension Container {
  #if MISTAKE
    // error: resolves to nil: declare 'Factory<Service?>', or write 'required()'
    var p0: Factory<any Error> { promised() }
    // error: resolves to nil: declare 'Factory<Service?>', or write 'required()'
    var p1: Factory<Service> { promised().cached }
    // error: 'promised()' declares a 'Factory' or a 'ParameterFactory' of an optional type
    var p2: ParameterFactory<Int, Service> { promised() }
    // error: for any other factory, write 'required()'
    var p3: ThrowingFactory<Service?, any Error> { promised() }
    // error: for any other factory, write 'required()'
    var p4: ThrowingParameterFactory<Int, Service, any Error> { promised() }
    // error: for any other factory, write 'required()'
    var p5: AsyncFactory<Service, Never> { promised() }
    // error: for any other factory, write 'required()'
    var p6: AsyncParameterFactory<Int, Service, any Error> { promised() }
    // error: for any other factory, write 'required()'
    var p7: MainActorFactory<Model?> { promised() }
    // error: for any other factory, write 'required()'
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
