// Factory, MIT licence; see LICENSE
//
// A property whose type is not the factory's.
import FactoryKit

struct Owner {
  #if MISTAKE
    // error: cannot convert value of type 'KeyPath<Container, Factory<Service>>'
    @Injected(\.service) var service: String
    // error: cannot convert value of type 'KeyPath<Container, Factory<Service>>'
    @LazyInjected(\.service) var lazy: Int
  #else
    @Injected(\.service) var service: Service
    @LazyInjected(\.service) var lazy: Service
  #endif
}
