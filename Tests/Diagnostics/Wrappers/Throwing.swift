// Factory, MIT licence; see LICENSE
//
// Wrappers on factories that may fail.
import FactoryKit

final class Owner {
  #if MISTAKE
    // error: a property wrapper cannot resolve a factory that may fail
    @Injected(\.settings) var p1
    // error: a property wrapper cannot resolve a factory that may fail
    @Injected(\Payments.settings) var p2
    // error: a property wrapper cannot resolve a factory that may fail
    @Injected(\.document) var p3
    // error: a property wrapper cannot resolve a factory that may fail
    @LazyInjected(\.settings) var p4
    // error: a property wrapper cannot resolve a factory that may fail
    @LazyInjected(\Payments.settings) var p5
    // error: a property wrapper cannot resolve a factory that may fail
    @LazyInjected(\.document) var p6
    // error: a property wrapper cannot resolve a factory that may fail
    @WeakLazyInjected(\.settings) var p7
    // error: a property wrapper cannot resolve a factory that may fail
    @WeakLazyInjected(\Payments.settings) var p8
    // error: a property wrapper cannot resolve a factory that may fail
    @WeakLazyInjected(\.document) var p9
    // error: a property wrapper cannot resolve a factory that may fail
    @DynamicInjected(\.settings) var p10
    // error: a property wrapper cannot resolve a factory that may fail
    @DynamicInjected(\Payments.settings) var p11
    // error: a property wrapper cannot resolve a factory that may fail
    @DynamicInjected(\.document) var p12
  #else
    let settings: Service
    init() throws { settings = try dependency(\.settings) }
  #endif
}
