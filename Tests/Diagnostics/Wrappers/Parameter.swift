// Factory, MIT licence; see LICENSE
//
// A parameter factory is injected as a function, which cannot be held weakly.
import FactoryKit

struct Owner {
  #if MISTAKE
    // error: this property wrapper cannot inject a factory with a parameter
    @WeakLazyInjected(\.numbered) var make
    // error: this property wrapper cannot inject a factory with a parameter
    @Injected(\.numbered) var service: Service
  #else
    @LazyInjected(\.numbered) var make
    @Injected(\.numbered) var declared: (Int) -> Service
  #endif
}
