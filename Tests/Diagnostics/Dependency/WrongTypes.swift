// Factory, MIT licence; see LICENSE
//
// A result and a parameter of another type.
import FactoryKit

func use() async throws {
  #if MISTAKE
    // error: cannot convert value of type 'Service' to specified type 'String'
    let _: String = dependency(\.service)
    // error: ThrowingFactory<Service, any Error>
    let _: String = try dependency(\.settings)
    // error: to specified type 'String'
    let _: String = try await dependency(\.database)
    // error: cannot convert value of type 'String' to expected argument type 'ParameterFactory<Int, Service>.Parameter' (aka 'Int')
    _ = dependency(\.numbered, parameter: "3")
    // error: cannot convert value of type 'String'
    _ = try await dependency(\.tenant, parameter: "3")
  #else
    let _: Service = dependency(\.service)
    let _: Service = try dependency(\.settings)
    let _: Service = try await dependency(\.database)
    _ = dependency(\.numbered, parameter: 3)
    _ = try await dependency(\.tenant, parameter: 3)
  #endif
}
