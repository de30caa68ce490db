// Factory, MIT licence; see LICENSE
//
// Groups in property wrappers and `dependency`.
import FactoryKit

struct Owner {
  #if MISTAKE
    // error: value of type 'Container' has no member 'servises'
    @Injected(\.servises) var services: [Service]
    // error: cannot convert value of type 'KeyPath<Container, FactoryGroup<Service>>' to expected argument type
    @Injected(\.services) var wrong: Service
    // error: value of type 'Container' has no member 'servises'
    let list: [Service] = dependency(\.servises)
    // error: value of type 'Container' has no member 'servises'
    let inferred = dependency(\.servises)
  #else
    @Injected(\.services) var services: [Service]
    @LazyInjected(\.services) var lazily
    @DynamicInjected(\Payments.services) var payments: [Service]
    let list: [Service] = dependency(\.services)
    let inferred = dependency(\Payments.services)
  #endif
}
