// Factory, MIT licence; see LICENSE
//
// Injected properties with an initial value.
import FactoryKit

@MainActor final class Owner {
  #if MISTAKE
    // error: the factory provides the value of an injected property; remove the initial value
    @Injected(\.service) var injected = Service()
    // error: the factory provides the value of an injected property; remove the initial value
    @Injected(\.service) var declared: Service = .init()
    // error: the factory provides the value of an injected property; remove the initial value
    @LazyInjected(\.numbered) var lazy: Service = Service()
    // error: the factory provides the value of an injected property; remove the initial value
    @DynamicInjected(\Payments.processor) var dynamic = Service()
    // error: the factory provides the value of an injected property; remove the initial value
    @WeakLazyInjected(\.model) var weak: Model? = nil
    // error: the factory provides the value of an injected property; remove the initial value
    @LazyInjected(\.settings) var settings = Service()
  #else
    @Injected(\.service) var injected
    @Injected(\.service) var declared: Service
    @LazyInjected(\.numbered) var lazy: (Int) -> Service
    @DynamicInjected(\Payments.processor) var dynamic
    @WeakLazyInjected(\.model) var weak: Model?
    let settings: Service
    init() throws { settings = try dependency(\.settings) }
  #endif
}
