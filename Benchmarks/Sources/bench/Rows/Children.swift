// Factory, MIT licence; see LICENSE
//
// Child containers: one for each request, and what a resolution in one costs.
import BenchCore
import FactoryKit

let childRows = [
  Row("child", "new child container") {
    let parent = Container.inUse()
    return { makeChildren(of: parent, times: $0) }
  },
  Row(
    "child.request", "child: `register`, resolve it and a singleton", calls: 4
  ) {
    let parent = Container.inUse()
    return { makeRequests(of: parent, times: $0) }
  },
  Row(
    "request", "a request: a child, two registrations, a service of six factories", calls: 11
  ) {
    let parent = Container.inUse()
    return { answerRequests(in: parent, times: $0) }
  },
  Row("injecting", "unscoped, with an `@Injected` unscoped one", calls: 2) {
    let container = Container.inUse()
    resolveInjecting(container, times: 2)
    return { resolveInjecting(container, times: $0) }
  },
  Row(
    "child.injecting", "the same in a child", budget: Budget(4.5, of: "injecting"), calls: 2
  ) {
    let child = Container.childInUse()
    resolveInjecting(child, times: 2)
    return { resolveInjecting(child, times: $0) }
  },
  Row("child.unscoped", "unscoped in a child", budget: Budget(5, of: "unscoped")) {
    let child = Container.childInUse()
    return { resolveUnscoped(child, times: $0) }
  },
  Row("child.cached", "cached hit in a child", budget: Budget(1.2, of: "cached")) {
    let child = Container.childInUse()
    return { resolveCached(child, times: $0) }
  },
  Row("child.custom.cached", "cached hit in a child of another type") {
    let child = Shop(parent: .shared)
    resolveCached(Shop.shared, times: 2)
    resolveCached(child, times: 2)
    return { resolveCached(child, times: $0) }
  },
  Row("child.shared", "cached hit in a child that shares it", budget: Budget(1.2, of: "cached")) {
    let child = Container(parent: Container.inUse(), sharing: .cached)
    resolveCached(child, times: 2)
    return { resolveCached(child, times: $0) }
  },
]

/// A container type of a program.
private final class Shop: SharedContainer {
  @TaskLocal static var shared = Shop()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: Shop) { manager = ContainerManager(childOf: parent) }

  var cached: Factory<any Service> { self { Implementation() }.cached }
}

@inline(never)
private func resolveCached(_ shop: Shop, times: Int) {
  for _ in 0..<times { sink(shop.cached()) }
}

private final class InjectingOwner: @unchecked Sendable, Service {
  // Sendable: the property is never assigned.
  @Injected(\.unscoped) private var service
  func answer() -> Int { service.answer() }
}

extension Container {
  fileprivate var injecting: Factory<any Service> { self { InjectingOwner() } }
}

@inline(never)
private func resolveInjecting(_ container: Container, times: Int) {
  for _ in 0..<times { sink(container.injecting()) }
}

/// What a server does for a request.
@inline(__always)
func makeRequest(of parent: Container) -> Container {
  let child = Container(parent: parent)
  child.replaced.register { Replacement() }
  sink(child.replaced())
  sink(child.singleton())
  return child
}

/// What a request of a server resolves: a service of five other factories. Two of the six keep their
/// instance in the request's container, which registers two others, and one is the process's.
extension Container {
  fileprivate var requestUser: Factory<any Service> { self { Implementation() } }
  fileprivate var requestLog: Factory<any Service> { self { Implementation() } }
  fileprivate var requestStore: Factory<any Service> {
    self { Consumer(self.singleton(), self.requestUser(), self.requestLog()) }.cached
  }
  fileprivate var requestMailer: Factory<any Service> { self { Link(self.requestLog()) } }
  fileprivate var requestService: Factory<any Service> {
    self { Consumer(self.requestStore(), self.requestMailer(), self.requestUser()) }.cached
  }

  fileprivate var asyncRequestStore: AsyncFactory<any Service, Never> {
    self { Consumer(self.singleton(), self.requestUser(), self.requestLog()) }.cached
  }
  fileprivate var asyncRequestService: AsyncFactory<any Service, Never> {
    self {
      Consumer(await self.asyncRequestStore(), self.requestMailer(), self.requestUser())
    }.cached
  }

  /// The container of a request.
  @inline(__always)
  fileprivate static func forRequest(in parent: Container) -> Container {
    let child = Container(parent: parent)
    child.requestUser.register { Replacement() }
    child.requestLog.register { Replacement() }
    return child
  }
}

@inline(never)
private func answerRequests(in parent: Container, times: Int) {
  for _ in 0..<times {
    let child = Container.forRequest(in: parent)
    sink(child.requestService())
    sink(child)
  }
}

@inline(never)
func answerAsyncRequests(in parent: Container, times: Int) async {
  for _ in 0..<times {
    let child = Container.forRequest(in: parent)
    sink(await child.asyncRequestService())
    sink(child)
  }
}

extension Container {
  fileprivate static func childInUse() -> Container {
    let child = Container(parent: inUse())
    child.replaced.register { Replacement() }
    resolveCached(child, times: 2)
    resolveUnscoped(child, times: 2)
    return child
  }
}

@inline(never)
private func makeChildren(of parent: Container, times: Int) {
  for _ in 0..<times { sink(Container(parent: parent)) }
}

@inline(never)
private func makeRequests(of parent: Container, times: Int) {
  for _ in 0..<times { sink(makeRequest(of: parent)) }
}
