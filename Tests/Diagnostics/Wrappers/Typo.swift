// Factory, MIT licence; see LICENSE
//
// Key paths to factories that do not exist.
import FactoryKit

final class Owner {
  #if MISTAKE
    // error: value of type 'Container' has no member 'servise'
    @Injected(\.servise) var injected
    // error: value of type 'Container' has no member 'servise'
    @Injected(\.servise) var declared: Service
    // error: value of type 'Container' has no member 'servise'
    @LazyInjected(\.servise) var lazy
    // error: value of type 'Container' has no member 'servise'
    @WeakLazyInjected(\.servise) var weak
    // error: value of type 'Container' has no member 'servise'
    @DynamicInjected(\.servise) var dynamic
    // error: value of type 'Container' has no member 'numberd'
    @Injected(\.numberd) var make: (Int) -> Service
    // error: value of type 'Payments' has no member 'procesor'
    @Injected(\Payments.procesor) var other
    // error: value of type 'Payments' has no member 'procesor'
    @LazyInjected(\Payments.procesor) var lazyOther
  #else
    @Injected(\.service) var injected
    @Injected(\.service) var declared: Service
    @LazyInjected(\.service) var lazy
    @WeakLazyInjected(\.service) var weak
    @DynamicInjected(\.service) var dynamic
    @Injected(\.numbered) var make: (Int) -> Service
    @Injected(\Payments.processor) var other
    @LazyInjected(\Payments.processor) var lazyOther
  #endif
}
