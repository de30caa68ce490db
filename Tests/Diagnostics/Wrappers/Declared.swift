// Factory, MIT licence; see LICENSE
//
// Wrappers on such factories with a declared type.
import FactoryKit

struct Owner {
  #if MISTAKE
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.database) var database: Service
    // error: a property wrapper cannot wait, throw or pass a parameter
    @LazyInjected(\.settings) private var settings: Service
  #else
    @Injected(\.service) var service: Service
    @LazyInjected(\.service) private var lazy: Service
  #endif
}
