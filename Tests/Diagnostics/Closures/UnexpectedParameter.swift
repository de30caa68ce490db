// Factory, MIT licence; see LICENSE
//
// A closure with a parameter, for a factory that has none.
import FactoryKit

extension Container {
  #if MISTAKE
    // error: no 'callAsFunction' candidates produce the expected contextual result type 'Factory<Service>'
    var p0: Factory<Service> { self { Service(number: $0) } }
  #else
    var p0: ParameterFactory<Int, Service> { self { Service(number: $0) } }
  #endif
}
