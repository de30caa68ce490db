// Factory, MIT licence; see LICENSE
//
// Wrappers on factories that may fail.
import FactoryKit

final class Owner {
  #if MISTAKE
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.settings) var p1
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\Payments.settings) var p2
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.document) var p3
    // error: a property wrapper cannot wait, throw or pass a parameter
    @LazyInjected(\.settings) var p4
    // error: a property wrapper cannot wait, throw or pass a parameter
    @LazyInjected(\Payments.settings) var p5
    // error: a property wrapper cannot wait, throw or pass a parameter
    @LazyInjected(\.document) var p6
    // error: a property wrapper cannot wait, throw or pass a parameter
    @WeakLazyInjected(\.settings) var p7
    // error: a property wrapper cannot wait, throw or pass a parameter
    @WeakLazyInjected(\Payments.settings) var p8
    // error: a property wrapper cannot wait, throw or pass a parameter
    @WeakLazyInjected(\.document) var p9
    // error: a property wrapper cannot wait, throw or pass a parameter
    @DynamicInjected(\.settings) var p10
    // error: a property wrapper cannot wait, throw or pass a parameter
    @DynamicInjected(\Payments.settings) var p11
    // error: a property wrapper cannot wait, throw or pass a parameter
    @DynamicInjected(\.document) var p12
  #else
    let settings: Service
    init() throws { settings = try dependency(\.settings) }
  #endif
}
