// Factory, MIT licence; see LICENSE
//
// Mistakes with property wrappers.
import FactoryKit

// No property can wait, or handle an error.
#if MISTAKE
  struct Kinds {
    // errors: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.database) var p1
    @Injected(\.cache) var p2
    @Injected(\Payments.database) var p3
    @Injected(\.tenant) var p4
    @Injected(\.settings) var p5
    @Injected(\Payments.settings) var p6
    @Injected(\.document) var p7
    @LazyInjected(\.database) var lazy1
    @LazyInjected(\Payments.settings) var lazy2
    @WeakLazyInjected(\.database) var weak1
    @WeakLazyInjected(\Payments.settings) var weak2
    @DynamicInjected(\.database) var dynamic1
    @DynamicInjected(\Payments.settings) var dynamic2
    // With a declared type.
    // errors: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.database) var database: Service
    @LazyInjected(\.settings) private var settings: Service
  }
#else
  struct Kinds {
    let database: Service
    let settings: Service
    init() async throws {
      database = try await dependency(\.database)
      settings = try dependency(\.settings)
    }
  }
#endif

func local() {
  #if MISTAKE
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.database) var database
    _ = database
  #else
    @Injected(\.service) var service
    _ = service
  #endif
}

// A factory with a parameter is injected as a function, which cannot be held weakly.
@MainActor final class Parameters {
  #if MISTAKE
    // errors: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.numbered) var injected: Service
    @LazyInjected(\Payments.numbered) var lazy: Service
    @DynamicInjected(\.editor) var dynamic: Model
    @Injected(\Payments.editor) var other: Model
    @WeakLazyInjected(\.numbered) var weak
    @WeakLazyInjected(\.editor) var weakModel: Model?
  #else
    @Injected(\.numbered) var injected: (Int) -> Service
    @LazyInjected(\Payments.numbered) var lazy
    @DynamicInjected(\.editor) var dynamic: @MainActor (Service) -> Model
    @Injected(\Payments.editor) var other
  #endif
}

@MainActor final class InitialValues {
  #if MISTAKE
    // errors: the factory provides the value of an injected property; remove the initial value
    @Injected(\.service) var injected = Service()
    @Injected(\.service) var declared: Service = .init()
    @LazyInjected(\.numbered) var lazy: Service = Service()
    @DynamicInjected(\Payments.processor) var dynamic = Service()
    @WeakLazyInjected(\.model) var weak: Model? = nil
    @LazyInjected(\.settings) var settings = Service()
  #else
    @Injected(\.service) var injected
    @Injected(\.service) var declared: Service
    @DynamicInjected(\Payments.processor) var dynamic
    @WeakLazyInjected(\.model) var weak: Model?
  #endif
}

// Key paths to factories that do not exist.
@MainActor final class Typos {
  #if MISTAKE
    // errors: value of type 'Container' has no member 'servise'
    @Injected(\.servise) var injected
    @Injected(\.servise) var declared: Service
    @LazyInjected(\.servise) var lazy
    @WeakLazyInjected(\.servise) var weak
    @DynamicInjected(\.servise) var dynamic
    // error: value of type 'Container' has no member 'numberd'
    @Injected(\.numberd) var make: (Int) -> Service
    // errors: value of type 'Payments' has no member 'procesor'
    @Injected(\Payments.procesor) var other
    @LazyInjected(\Payments.procesor) var lazyOther
    // errors: value of type 'Container' has no member 'modle'
    @Injected(\.modle) var model
    @LazyInjected(\.modle) var lazyModel: Model
  #endif
}

struct WrongTypes {
  #if MISTAKE
    // errors: cannot convert value of type 'KeyPath<Container, Factory<Service>>'
    @Injected(\.service) var service: String
    @LazyInjected(\.service) var lazy: Int
  #endif
}

// A group.
struct Groups {
  #if MISTAKE
    // error: cannot convert value of type 'KeyPath<Container, FactoryGroup<Service>>' to expected argument type
    @Injected(\.services) var wrong: Service
    // errors: value of type 'Container' has no member 'servises'
    @Injected(\.servises) var services: [Service]
    let list: [Service] = dependency(\.servises)
    let inferred = dependency(\.servises)
  #else
    @Injected(\.services) var services: [Service]
    @LazyInjected(\.services) var lazily
    @DynamicInjected(\Payments.services) var payments: [Service]
    let list: [Service] = dependency(\.services)
    let inferred = dependency(\Payments.services)
  #endif
}

// A constant.
struct Constant: Sendable {
  #if MISTAKE
    // error: property wrapper can only be applied to a 'var'
    @Injected(\.service) private let service: Service
  #else
    private let service = dependency(\.service)
  #endif
}

// Main-actor factories, in a type that is not isolated to the main actor.
#if MISTAKE
  final class Screen {
    // errors: main actor-isolated default value in a nonisolated context
    @Injected(\.model) var model
    @LazyInjected(\Payments.model) var lazy
    @Injected(\.editor) var makeEditor
  }
#else
  @MainActor final class Screen {
    @Injected(\.model) var model
    @LazyInjected(\Payments.model) var lazy
    @Injected(\.editor) var makeEditor
  }
#endif
