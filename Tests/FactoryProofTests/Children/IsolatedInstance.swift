// Factory, MIT licence; see LICENSE
//
// What the factories of the test of isolation create: instances and errors that know whose they are.
import FactoryTesting

/// Where an instance comes from.
struct IsolatedSource: Sendable {
  enum Role {
    case definition, definitionContext, registration, context, member, layer, group, failed
  }

  let role: Role
  /// The container that the closure belongs to.
  let container: Int
  let factory: Int
  var parameter = 0
  var resolves = true
  var outcome = IsolatedOutcome.instance
}

/// An instance, with those that it was built with.
final class IsolatedInstance: Sendable, CustomStringConvertible {
  let source: IsolatedSource
  let parts: [IsolatedInstance]
  /// The containers of which this instance has something: a registration, a context, a layer, a
  /// member or an instance that the container keeps. Also those of its parts.
  let owners: Owners
  let lazy: IsolatedInjection?

  init(
    _ source: IsolatedSource, _ parts: [IsolatedInstance], owners: Owners,
    _ lazy: IsolatedInjection? = nil
  ) {
    (self.source, self.parts, self.owners, self.lazy) = (source, parts, owners, lazy)
  }

  /// The containers of which the instance or a part of it injects something when it is used.
  var laterOwners: Owners { parts.reduce(lazy?.owners ?? []) { $0.union($1.laterOwners) } }

  var description: String {
    let place = "\(source.role) of f\(source.factory)(\(source.parameter)) in \(source.container)"
    if parts.isEmpty { return "[\(place)]" }
    return "[\(place): \(parts.map(\.description).joined(separator: ", "))]"
  }
}

/// What an instance injects when it is first used, and each time that it is used.
final class IsolatedInjection: @unchecked Sendable {
  // Sendable: all are constant, and the wrappers lock.
  @LazyInjected private var first: IsolatedInstance?
  @DynamicInjected private var latest: IsolatedInstance?
  @InjectedContainer(IsolatedContainer.self) private var container: IsolatedContainer
  private let seed: UInt64

  init(_ factory: Int, of program: IsolatedProgram) {
    seed = program.seed
    _first = LazyInjected(\IsolatedContainer.[plain: factory])
    _latest = DynamicInjected(\IsolatedContainer.[plain: factory])
    _container = InjectedContainer(IsolatedContainer.self)
  }

  var owners: Owners {
    // A cancelled construction may end, and store its instance in the process, when the next program runs, which has other
    // factories.
    if IsolatedContainer.shared.run.program.seed != seed { return [] }
    // What nobody keeps may use the shared container. What is kept is also checked while that is the root.
    return container.chain.union(first?.owners ?? []).union(latest?.owners ?? [])
      .subtracting(IsolatedContainer.shared.chain)
  }
}

struct IsolatedError: Error {
  let instance: IsolatedInstance
}

/// What a resolution has returned or thrown.
struct IsolatedResult: Sendable {
  /// Nil for nil and for a cancellation.
  var instance: IsolatedInstance?
  var isError = false
  /// Those of the instance, and the container that keeps it.
  var owners = Owners()
}
