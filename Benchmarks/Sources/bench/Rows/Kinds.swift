// Factory, MIT licence; see LICENSE
//
// Factories that may fail, that belong to the main actor, or that must be registered, and
// `resolvedOrNil()`. The same operations of a `Factory` are their references.
import BenchCore
import FactoryKit

let kindRows = [
  Row(
    "throwing", "unscoped, `ThrowingFactory`", budget: Budget(1.2, of: "unscoped")
  ) {
    let container = Container.inUse()
    return { resolveThrowing(container, times: $0) }
  },
  Row(
    "throwing.typed", "unscoped, `ThrowingFactory` with a typed error",
    budget: Budget(1.2, of: "unscoped")
  ) {
    let container = Container.inUse()
    return { resolveThrowingTyped(container, times: $0) }
  },
  Row(
    "throwing.cached", "cached hit, `ThrowingFactory`", budget: Budget(1.2, of: "cached")
  ) {
    let container = Container.inUse()
    return { resolveThrowingCached(container, times: $0) }
  },
  Row("throwing.failing", "unscoped, `ThrowingFactory` whose closure throws") {
    let container = Container.inUse()
    return { resolveFailing(container, times: $0) }
  },
  Row(
    "mainactor", "unscoped, `MainActorFactory` on the main actor",
    budget: Budget(1.2, of: "unscoped")
  ) {
    let container = Container.inUse()
    return { times in
      MainActor.assumeIsolated { resolveMainActor(container, times: times) }
    }
  },
  Row(
    "mainactor.cached", "cached hit, `MainActorFactory` on the main actor",
    budget: Budget(1.2, of: "cached")
  ) {
    let container = Container.inUse()
    return { times in
      MainActor.assumeIsolated { resolveMainActorCached(container, times: times) }
    }
  },
  Row(
    "mainactor.parameter", "parameter, unscoped, `MainActorParameterFactory`",
    budget: Budget(1.2, of: "parameter")
  ) {
    let container = Container.inUse()
    return { times in
      MainActor.assumeIsolated { resolveMainActorNumbered(container, times: times) }
    }
  },
  Row(
    "required", "unscoped, `required()`, registered", budget: Budget(1.2, of: "registered")
  ) {
    let container = Container.inUse()
    container.requiredService.register { Replacement() }
    return { resolveRequired(container, times: $0) }
  },
  // The closure that reports a missing registration captures the container, so each read of the
  // property retains and releases it.
  Row(
    "required.cached", "cached hit, `required()`", budget: Budget(1.6, of: "cached")
  ) {
    let container = Container.inUse()
    container.requiredCached.register { Replacement() }
    return { resolveRequiredCached(container, times: $0) }
  },
  Row("existing", "`resolvedOrNil()`, cached") {
    let container = Container.inUse()
    return { findCached(container, times: $0) }
  },
  Row("existing.none", "`resolvedOrNil()`, cached, without an instance") {
    let container = Container.inUse()
    container.cached.reset(.scope)
    return { findCached(container, times: $0) }
  },
  Row("existing.unscoped", "`resolvedOrNil()`, unscoped") {
    let container = Container.inUse()
    return { findUnscoped(container, times: $0) }
  },
  Row(
    "existing.parameter", "`resolvedOrNil(_:)`, `scopeOnParameters.cached`, `Int`"
  ) {
    let container = Container.inUse()
    resolveNumberedCached(container, times: 8)
    return { findNumberedCached(container, times: $0) }
  },
]

enum ServiceError: Error {
  case unavailable
}

extension Container {
  fileprivate var throwing: ThrowingFactory<any Service, any Error> { self { Implementation() } }
  fileprivate var throwingTyped: ThrowingFactory<any Service, ServiceError> {
    self { () throws(ServiceError) in Implementation() }
  }
  fileprivate var throwingCached: ThrowingFactory<any Service, any Error> {
    self { Implementation() }.cached
  }
  fileprivate var failing: ThrowingFactory<any Service, any Error> {
    self { throw ServiceError.unavailable }
  }

  fileprivate var mainActor: MainActorFactory<any Service> { self { Implementation() } }
  fileprivate var mainActorCached: MainActorFactory<any Service> {
    self { Implementation() }.cached
  }
  fileprivate var mainActorNumbered: MainActorParameterFactory<Int, any Service> {
    self { Numbered($0) }
  }

  fileprivate var requiredService: Factory<any Service> { required() }
  fileprivate var requiredCached: Factory<any Service> { required().cached }
}

@inline(never)
private func resolveThrowing(_ container: Container, times: Int) {
  for _ in 0..<times {
    do { sink(try container.throwing()) } catch { preconditionFailure("\(error)") }
  }
}

@inline(never)
private func resolveThrowingTyped(_ container: Container, times: Int) {
  for _ in 0..<times {
    do { sink(try container.throwingTyped()) } catch { preconditionFailure("\(error)") }
  }
}

@inline(never)
private func resolveThrowingCached(_ container: Container, times: Int) {
  for _ in 0..<times {
    do { sink(try container.throwingCached()) } catch { preconditionFailure("\(error)") }
  }
}

@inline(never)
private func resolveFailing(_ container: Container, times: Int) {
  for _ in 0..<times {
    do { sink(try container.failing()) } catch { sink(1) }
  }
}

@inline(never) @MainActor
private func resolveMainActor(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.mainActor()) }
}

@inline(never) @MainActor
private func resolveMainActorCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.mainActorCached()) }
}

@inline(never) @MainActor
private func resolveMainActorNumbered(_ container: Container, times: Int) {
  for number in 0..<times { sink(container.mainActorNumbered(number)) }
}

@inline(never)
private func resolveRequired(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.requiredService()) }
}

@inline(never)
private func resolveRequiredCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.requiredCached()) }
}

@inline(never)
private func findCached(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.cached.resolvedOrNil()) }
}

@inline(never)
private func findUnscoped(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.unscoped.resolvedOrNil()) }
}

@inline(never)
private func findNumberedCached(_ container: Container, times: Int) {
  for number in 0..<times { sink(container.numberedCached.resolvedOrNil(number & 7)) }
}
