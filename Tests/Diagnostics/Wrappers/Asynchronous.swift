// Factory, MIT licence; see LICENSE
//
// Wrappers on asynchronous factories, which no property can wait for.
import FactoryKit

final class Owner {
  #if MISTAKE
    // error: a property wrapper cannot wait for an asynchronous factory
    @Injected(\.database) var p1
    // error: a property wrapper cannot wait for an asynchronous factory
    @Injected(\.cache) var p2
    // error: a property wrapper cannot wait for an asynchronous factory
    @Injected(\Payments.database) var p3
    // error: a property wrapper cannot wait for an asynchronous factory
    @Injected(\.tenant) var p4
    // error: a property wrapper cannot wait for an asynchronous factory
    @LazyInjected(\.database) var p5
    // error: a property wrapper cannot wait for an asynchronous factory
    @LazyInjected(\.cache) var p6
    // error: a property wrapper cannot wait for an asynchronous factory
    @LazyInjected(\Payments.database) var p7
    // error: a property wrapper cannot wait for an asynchronous factory
    @LazyInjected(\.tenant) var p8
    // error: a property wrapper cannot wait for an asynchronous factory
    @WeakLazyInjected(\.database) var p9
    // error: a property wrapper cannot wait for an asynchronous factory
    @WeakLazyInjected(\.cache) var p10
    // error: a property wrapper cannot wait for an asynchronous factory
    @WeakLazyInjected(\Payments.database) var p11
    // error: a property wrapper cannot wait for an asynchronous factory
    @WeakLazyInjected(\.tenant) var p12
    // error: a property wrapper cannot wait for an asynchronous factory
    @DynamicInjected(\.database) var p13
    // error: a property wrapper cannot wait for an asynchronous factory
    @DynamicInjected(\.cache) var p14
    // error: a property wrapper cannot wait for an asynchronous factory
    @DynamicInjected(\Payments.database) var p15
    // error: a property wrapper cannot wait for an asynchronous factory
    @DynamicInjected(\.tenant) var p16
  #else
    let database: Service
    init() async throws { database = try await dependency(\.database) }
    func tenant(_ id: Int) async throws -> Service { try await dependency(\.tenant, parameter: id) }
  #endif
}
