// Factory, MIT licence; see LICENSE
//
// A factory with a parameter is injected as a function, which cannot be held weakly.
import FactoryKit

@MainActor final class Owner {
  #if MISTAKE
    // error: declare the property as one: 'var makeService: (ID) -> Service'
    @Injected(\.numbered) var injected: Service
    // error: declare the property as one: 'var makeService: (ID) -> Service'
    @LazyInjected(\Payments.numbered) var lazy: Service
    // error: declare the property as one: 'var makeModel: @MainActor (ID) -> Model'
    @DynamicInjected(\.editor) var dynamic: Model
    // error: declare the property as one: 'var makeModel: @MainActor (ID) -> Model'
    @Injected(\Payments.editor) var other: Model
    // error: this property wrapper cannot inject a factory with a parameter
    @WeakLazyInjected(\.numbered) var weak
    // error: this property wrapper cannot inject a factory with a parameter
    @WeakLazyInjected(\.editor) var weakModel: Model?
  #else
    @Injected(\.numbered) var injected: (Int) -> Service
    @LazyInjected(\Payments.numbered) var lazy
    @DynamicInjected(\.editor) var dynamic: @MainActor (Service) -> Model
    @Injected(\Payments.editor) var other
  #endif
}
