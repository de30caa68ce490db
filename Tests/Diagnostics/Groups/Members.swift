// Factory, MIT licence; see LICENSE
//
// Members of groups that do not exist, or have another type.
import FactoryKit

extension Container {
  var number: Factory<Int> { self { 1 } }
}

func use() {
  #if MISTAKE
    // error: value of type 'Container' has no member 'servise'
    Container.shared.services.add(\.servise)
    // error: value of type 'Container' has no member 'servise'
    Container.shared.services.add(\.servise, order: 1)
    // error: value of type 'Payments' has no member 'procesor'
    Container.shared.services.add(\Payments.procesor)
    // error: convert
    Container.shared.services.add(\.number)
    // error: convert
    Container.shared.services.add { 1 }
    // error: convert
    Container.shared.services.add(\.database)
  #else
    Container.shared.services.add(\.service)
    Container.shared.services.add(\.service, order: 1)
    Container.shared.services.add(\Payments.processor)
    Container.shared.services.add { Service(number: Container.shared.number()) }
    Container.shared.services.add(order: 1) { Service(number: 1) }
  #endif
}
