// Factory, MIT licence; see LICENSE
//
// Key paths to factories that do not exist.
import FactoryKit

struct Owner {
  #if MISTAKE
    // error: value of type 'Container' has no member 'servise'
    let service = dependency(\.servise)
    // error: value of type 'Container' has no member 'servise'
    let declared: Service = dependency(\.servise)
    // error: value of type 'Container' has no member 'numberd'
    let numbered = dependency(\.numberd, parameter: 3)
  #else
    let service = dependency(\.service)
    let declared: Service = dependency(\.service)
    let numbered = dependency(\.numbered, parameter: 3)
  #endif
}

func use() async throws {
  #if MISTAKE
    // error: value of type 'Container' has no member 'servise'
    let local = dependency(\.servise)
    // error: value of type 'Container' has no member 'setings'
    _ = try dependency(\.setings)
    // error: value of type 'Container' has no member 'databse'
    _ = try await dependency(\.databse)
    // error: value of type 'Container' has no member 'tennant'
    _ = try await dependency(\.tennant, parameter: 3)
    // error: value of type 'Container' has no member 'modle'
    _ = await dependency(\.modle)
    // error: value of type 'Payments' has no member 'procesor'
    _ = dependency(\Payments.procesor)
    // error: value of type 'Payments' has no member 'databse'
    _ = try await dependency(\Payments.databse)
    // error: value of type 'Payments' has no member 'numberd'
    _ = dependency(\Payments.numberd, parameter: 3)
    // error: value of type 'Container' has no member 'servise'
    print(dependency(\.servise))
    // error: value of type 'Container' has no member 'servise'
    _ = [dependency(\.servise)].map { $0 }
  #else
    let local = dependency(\.service)
    _ = try dependency(\.settings)
    _ = try await dependency(\.database)
    _ = try await dependency(\.tenant, parameter: 3)
    _ = await dependency(\.model)
    _ = dependency(\Payments.processor)
    _ = try await dependency(\Payments.database)
    _ = dependency(\Payments.numbered, parameter: 3)
    print(dependency(\.service))
    _ = [dependency(\.service)].map { $0 }
    print(local)
  #endif
}
