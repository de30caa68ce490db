// Factory, MIT licence; see LICENSE
//
// A factory with a parameter is injected as a function, which cannot be held weakly.
import FactoryKit

@MainActor final class Owner {
  #if MISTAKE
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.numbered) var injected: Service
    // error: a property wrapper cannot wait, throw or pass a parameter
    @LazyInjected(\Payments.numbered) var lazy: Service
    // error: a property wrapper cannot wait, throw or pass a parameter
    @DynamicInjected(\.editor) var dynamic: Model
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\Payments.editor) var other: Model
    // error: a property wrapper cannot wait, throw or pass a parameter
    @WeakLazyInjected(\.numbered) var weak
    // error: a property wrapper cannot wait, throw or pass a parameter
    @WeakLazyInjected(\.editor) var weakModel: Model?
  #else
    @Injected(\.numbered) var injected: (Int) -> Service
    @LazyInjected(\Payments.numbered) var lazy
    @DynamicInjected(\.editor) var dynamic: @MainActor (Service) -> Model
    @Injected(\Payments.editor) var other
  #endif
}
