// Factory, MIT licence; see LICENSE
//
// Wrappers on asynchronous factories, which no property can wait for.
import FactoryKit

final class Owner {
  #if MISTAKE
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.database) var p1
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.cache) var p2
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\Payments.database) var p3
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.tenant) var p4
    // error: a property wrapper cannot wait, throw or pass a parameter
    @LazyInjected(\.database) var p5
    // error: a property wrapper cannot wait, throw or pass a parameter
    @LazyInjected(\.cache) var p6
    // error: a property wrapper cannot wait, throw or pass a parameter
    @LazyInjected(\Payments.database) var p7
    // error: a property wrapper cannot wait, throw or pass a parameter
    @LazyInjected(\.tenant) var p8
    // error: a property wrapper cannot wait, throw or pass a parameter
    @WeakLazyInjected(\.database) var p9
    // error: a property wrapper cannot wait, throw or pass a parameter
    @WeakLazyInjected(\.cache) var p10
    // error: a property wrapper cannot wait, throw or pass a parameter
    @WeakLazyInjected(\Payments.database) var p11
    // error: a property wrapper cannot wait, throw or pass a parameter
    @WeakLazyInjected(\.tenant) var p12
    // error: a property wrapper cannot wait, throw or pass a parameter
    @DynamicInjected(\.database) var p13
    // error: a property wrapper cannot wait, throw or pass a parameter
    @DynamicInjected(\.cache) var p14
    // error: a property wrapper cannot wait, throw or pass a parameter
    @DynamicInjected(\Payments.database) var p15
    // error: a property wrapper cannot wait, throw or pass a parameter
    @DynamicInjected(\.tenant) var p16
  #else
    let database: Service
    init() async throws { database = try await dependency(\.database) }
    func tenant(_ id: Int) async throws -> Service { try await dependency(\.tenant, parameter: id) }
  #endif
}
