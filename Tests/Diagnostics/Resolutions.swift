// Factory, MIT licence; see LICENSE
//
// Mistakes in `dependency(_:)` and in calls of factories.
import FactoryKit

// An asynchronous factory, without `await`.
func misses() async throws {
  #if MISTAKE
    // errors: expression is 'async' but is not marked with 'await'
    _ = try dependency(\.database)
    _ = dependency(\.cache)
    _ = try dependency(\.tenant, parameter: 3)
    _ = try dependency(\Payments.database)
    _ = try Container.shared.database()
    _ = Container.shared.cache()
    _ = try Container.shared.tenant(3)
  #endif
}

// A factory that may fail, without `try`.
func fails() throws {
  #if MISTAKE
    // errors: call can throw but is not marked with 'try'
    _ = dependency(\.settings)
    _ = dependency(\.document, parameter: 3)
    _ = dependency(\Payments.settings)
    _ = Container.shared.settings()
    _ = Container.shared.document(3)
  #endif
}

// Functions that do not throw, or cannot wait.
func doesNotThrow() {
  #if MISTAKE
    // error: errors thrown from here are not handled
    _ = try dependency(\.settings)
  #endif
}

#if MISTAKE
  func cannotWait() throws -> Service {
    // error: 'async' call in a function that does not support concurrency
    try dependency(\.database)
  }
#endif

// A main-actor factory, resolved elsewhere.
func elsewhere() async {
  #if MISTAKE
    // errors: cannot be called from outside of the actor
    _ = dependency(\.model)
    _ = dependency(\.editor, parameter: Service())
    _ = Container.shared.model()
    _ = Container.shared.editor(Service())
    _ = Container.shared.model.resolvedOrNil()
  #else
    _ = await Container.shared.model()
    _ = await Container.shared.editor(Service())
    _ = await Container.shared.model.resolvedOrNil()
  #endif
}

#if MISTAKE
  func synchronous() {
    // error: call to main actor-isolated global function
    _ = dependency(\.model)
    // error: in a synchronous nonisolated context
    _ = Container.shared.model()
  }
#endif

// A factory with a parameter, resolved without one.
func parameters() async throws {
  #if MISTAKE
    // error: pass the parameter: 'dependency(\.…, parameter: …)'
    _ = dependency(\.numbered)
    // errors: pass the parameter
    _ = try dependency(\.document)
    _ = try await dependency(\.tenant)
    _ = await dependency(\.editor)
  #else
    _ = dependency(\.numbered, parameter: 3)
    _ = try dependency(\.document, parameter: 3)
    _ = try await dependency(\.tenant, parameter: 3)
    _ = await dependency(\.editor, parameter: Service())
  #endif
}

func wrongTypes() async throws {
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
  #endif
}

// Factories that do not exist.
struct Typos {
  #if MISTAKE
    // errors: value of type 'Container' has no member 'servise'
    let service = dependency(\.servise)
    let declared: Service = dependency(\.servise)
    // error: value of type 'Container' has no member 'numberd'
    let numbered = dependency(\.numberd, parameter: 3)
  #endif
}

func typos() async throws {
  #if MISTAKE
    // errors: value of type 'Container' has no member 'servise'
    let local = dependency(\.servise)
    print(dependency(\.servise))
    _ = [dependency(\.servise)].map { $0 }
    _ = Container.shared.servise()
    // errors: value of type 'Container' has no member 'setings'
    _ = try dependency(\.setings)
    try Container.shared.validate(\.setings, \.model)
    // errors: value of type 'Container' has no member 'databse'
    _ = try await dependency(\.databse)
    _ = try await Container.shared.databse()
    // error: value of type 'Container' has no member 'tennant'
    _ = try await dependency(\.tennant, parameter: 3)
    // errors: value of type 'Container' has no member 'modle'
    _ = await dependency(\.modle)
    Container.shared.modle.register { Model() }
    // error: value of type 'Payments' has no member 'procesor'
    _ = dependency(\Payments.procesor)
    // error: value of type 'Payments' has no member 'databse'
    _ = try await dependency(\Payments.databse)
    // error: value of type 'Payments' has no member 'numberd'
    _ = dependency(\Payments.numberd, parameter: 3)
  #endif
}

// Members of groups.
extension Container {
  var number: Factory<Int> { self { 1 } }
}

func groups() {
  #if MISTAKE
    // errors: value of type 'Container' has no member 'servise'
    Container.shared.services.add(\.servise)
    Container.shared.services.add(\.servise, order: 1)
    // error: value of type 'Payments' has no member 'procesor'
    Container.shared.services.add(\Payments.procesor)
    // errors: convert
    Container.shared.services.add(\.number)
    Container.shared.services.add { 1 }
    Container.shared.services.add(\.database)
  #else
    Container.shared.services.add(\.service)
    Container.shared.services.add(\.service, order: 1)
    Container.shared.services.add(\Payments.processor)
    Container.shared.services.add(order: 1) { Service(number: Container.shared.number()) }
  #endif
}

// A validation that names no factory, and a warm-up of one with a parameter.
extension Container {
  var mailer: Factory<Service> { required() }
}

func validates() async throws {
  #if MISTAKE
    // error: name the factories that must be registered: 'validate(\.accountLoader, \.mailer)'
    try Container.shared.validate()
    // errors: value of type 'Container' has no member 'mailr'
    try Container.shared.validate(\.mailr)
    try Container.shared.validate(\.mailer, \.mailr)
    // error: has no member 'processor'
    try Container.shared.validate(\.processor)
    // errors: conform to 'WarmableFactoryKind'
    try await Container.shared.warmUp(\.database, \.tenant)
    try await Container.shared.warmUp(\.tenant)
  #else
    try Container.shared.validate(\.mailer)
    try Container.shared.validate(\.mailer, \.settings)
    try Payments.shared.validate(\.processor)
    try await Container.shared.warmUp(\.database)
  #endif
}

// Another container for the process: `shared` is that of a task.
func replaceAll() {
  #if MISTAKE
    // error: cannot assign to property: 'shared' is a get-only property
    Container.shared = Container()
  #endif
}
