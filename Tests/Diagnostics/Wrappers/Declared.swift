// Factory, MIT licence; see LICENSE
//
// Wrappers on such factories with a declared type.
import FactoryKit

struct Owner {
  #if MISTAKE
    // error: a property wrapper cannot wait for an asynchronous factory
    @Injected(\.database) var database: Service
    // error: a property wrapper cannot resolve a factory that may fail
    @LazyInjected(\.settings) private var settings: Service
  #else
    @Injected(\.service) var service: Service
    @LazyInjected(\.service) private var lazy: Service
  #endif
}
