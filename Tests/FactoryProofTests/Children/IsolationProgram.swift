// Factory, MIT licence; see LICENSE
//
// Random programs for the test of isolation: the factories of a family of containers, and what
// threads and tasks do with them in each round.
import FactoryModel

/// A root, three children, two children of the first of these, and one of the second.
enum IsolatedFamily {
  static let parents: [Int?] = [nil, 0, 0, 0, 1, 1, 2]
  static let containers = 0..<7
  static let factories = 0..<10
  static let parameters = 0..<2
  static let arguments = ["isolation-0", "isolation-1"]

  /// The container and those around it.
  static func chain(_ container: Int) -> Owners {
    Owners(container).union(parents[container].map(chain) ?? [])
  }
}

/// A set of containers. Each bit from the seventh on stands for several temporary children.
struct Owners: OptionSet, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }
  init(_ container: Int) { rawValue = 1 << UInt64(container) }

  static let everyTemporary = Owners(rawValue: ~0 << UInt64(IsolatedFamily.containers.count))
}

enum IsolatedScope: CaseIterable { case unique, cached, session, shared, graph, singleton }

enum IsolatedKind: CaseIterable {
  case plain, numbered, throwing, throwingNumbered, group, async, asyncNumbered

  var isAsync: Bool { self == .async || self == .asyncNumbered }
  var hasParameter: Bool {
    self == .numbered || self == .throwingNumbered || self == .asyncNumbered
  }
  var mayThrow: Bool { self == .throwing || self == .throwingNumbered || isAsync }
}

/// What programs may use besides registrations, scopes and asynchronous factories.
enum IsolatedFeature: CaseIterable {
  case changes, resets, snapshots, layers, decorators, contexts, defaultScopes, scopes, timeToLive
  case once, groups, errors, nothing, temporary, hubs, cancellation, existing, parents, threads
  case weak, injection, running
}

/// One factory of one parameter; zero for factories without a parameter.
struct IsolatedTarget: Sendable {
  let factory: Int
  let parameter: Int
}

/// What a closure resolves.
struct IsolatedNeed: Sendable {
  let target: IsolatedTarget
  /// Only reads an instance that is there already.
  var isExisting = false
  /// From the parent of the container that the closure belongs to.
  var isFromParent = false
  /// From the container that `dependency` injects from.
  var isInjected = false
}

/// How an asynchronous closure resolves what it needs.
enum IsolatedStyle: CaseIterable { case inOrder, halves, group, tasks }

/// What a closure does at its end.
enum IsolatedOutcome { case instance, nothing, error }

struct IsolatedDefinition: Sendable {
  let kind: IsolatedKind
  var scope: IsolatedScope?
  var needs: [IsolatedNeed] = []
  var style = IsolatedStyle.inOrder
  /// How often the closure lets other threads and tasks run.
  var pauses = 0
  var outcome = IsolatedOutcome.instance
  /// Whether errors of what the closure resolves are thrown on.
  var throwsOn = false
  var context: String?
  var hasLayer = false
  var hasDecorator = false
  /// What the layer and the decorator resolve.
  var extra: IsolatedNeed?
  var timeToLive: UInt64?
  var isOnce = false
  /// What the instances inject when they are first used.
  var lazy: Int?
  /// The member that the definition of a group adds.
  var member: IsolatedTarget?
}

enum IsolatedChange: Sendable {
  case register(resolves: Bool, IsolatedOutcome)
  case context(String, resolves: Bool, IsolatedOutcome)
  case layer(site: Int, resolves: Bool)
  case decorator
  case member
  case timeToLive(UInt64)
  case scope(IsolatedScope)
  case reset(IsolatedReset)
  /// For factories with a parameter.
  case resetParameter(Int)
}

enum IsolatedReset: CaseIterable { case all, registration, scope, context }

indirect enum IsolatedStep: Sendable {
  case resolve(Int, IsolatedTarget)
  case existing(Int, IsolatedTarget)
  case change(Int, Int, IsolatedChange)
  case resetContainer(Int, IsolatedReset)
  case resetScope(Int, IsolatedScope)
  case push(Int)
  case pop(Int)
  case defaultScope(Int, IsolatedScope?)
  case containerDecorator(Int, isOn: Bool)
  case setArgument(String)
  case removeArgument(String)
  case advanceClock(UInt64)
  /// The steps inside of an unscoped factory of another container, so in one tree or cycle.
  case hub([IsolatedStep])
  /// A child of this container that registers some factories, resolves others, and is released.
  case temporary(Int, registers: [Int], resolves: [IsolatedTarget])
  /// What the step does, while its container is the shared one.
  case running(IsolatedStep)
  /// Resolves in a task that is cancelled meanwhile.
  case cancelled(Int, IsolatedTarget)
}

/// What one thread or task does in a round.
struct IsolatedWork: Sendable {
  let isThread: Bool
  var steps: [IsolatedStep]
}

struct IsolatedProgram: Sendable {
  static let rounds = 20

  let seed: UInt64
  let features: Set<IsolatedFeature>
  let hasAsync: Bool
  /// Whether singletons are those of the process, or of a scope of the program's own.
  let usesProcess: Bool
  /// What each container shares with its parent.
  var sharing = IsolatedFamily.containers.map { _ in Set<IsolatedScope>() }
  var definitions: [IsolatedDefinition] = []
  /// Changes before the first round.
  var setup: [IsolatedStep] = []
  var rounds: [[IsolatedWork]] = []

  init(seed: UInt64) {
    var maker = IsolatedProgramMaker(seed: seed)
    self.seed = seed
    features = maker.features
    hasAsync = maker.hasAsync
    usesProcess = maker.generator.chance(2)
    for container in IsolatedFamily.containers.dropFirst() {
      sharing[container] = maker.sharedScopes()
    }
    for factory in IsolatedFamily.factories { maker.define(factory) }
    definitions = maker.definitions
    setup = maker.setup()
    for _ in 0..<Self.rounds { rounds.append(maker.round()) }
  }

  /// The containers that may give nil for each factory.
  var givesNothing: [Owners] {
    var owners = definitions.map { definition in
      definition.outcome == .nothing ? Owners(0) : Owners()
    }
    for step in setup + rounds.joined().flatMap(\.steps) {
      guard case .change(let container, let factory, let change) = step else { continue }
      switch change {
      case .register(_, .nothing), .context(_, _, .nothing):
        owners[factory].formUnion(Owners(container))
      default: break
      }
    }
    return owners
  }

  /// Whether a container keeps the instances of the factory in any case.
  func isAlwaysOwn(_ container: Int, _ factory: Int) -> Bool {
    let definition = definitions[factory]
    guard let scope = definition.scope, container > 0 else { return false }
    if features.contains(.scopes), definition.isOnce { return false }
    switch scope {
    case .unique, .graph, .singleton: return false
    case .cached, .session, .shared:
      // A temporary child shares nothing.
      return container >= sharing.count || !sharing[container].contains(scope)
    }
  }
}

extension IsolatedProgram: CustomStringConvertible {
  /// The factories, what the containers share, and the changes before the first round.
  var description: String {
    let factories = definitions.enumerated().map { index, definition in
      let needs = definition.needs.map(\.description).joined(separator: ", ")
      return "f\(index): \(definition.kind), \(definition.scope.map { "\($0)" } ?? "no scope"), "
        + "needs [\(needs)] \(definition.style), pauses \(definition.pauses)\(definition.settings)"
    }
    let shared = sharing.enumerated().map { "\($0): \($1.map { "\($0)" }.sorted())" }
    return """
      features: \(features.map { "\($0)" }.sorted().joined(separator: " ")), \
      singletons of the \(usesProcess ? "process" : "program")
      shared with the parent: \(shared.joined(separator: ", "))
      \(factories.joined(separator: "\n"))
      \(setup.map { "\($0)" }.joined(separator: "\n"))
      """
  }
}

extension IsolatedNeed: CustomStringConvertible {
  var description: String {
    "f\(target.factory)(\(target.parameter))\(isExisting ? " if it exists" : "")"
      + (isFromParent ? " of the parent" : "") + (isInjected ? " injected" : "")
  }
}

extension IsolatedDefinition {
  /// The settings that most factories do not have.
  fileprivate var settings: String {
    var settings = ""
    if outcome != .instance { settings += ", ends with \(outcome)" }
    if throwsOn { settings += ", throws on" }
    if let context { settings += ", context \(context)" }
    if hasLayer { settings += ", layer" }
    if hasDecorator { settings += ", decorator" }
    if let extra { settings += ", these resolve \(extra)" }
    if let timeToLive { settings += ", time to live \(timeToLive)" }
    if isOnce { settings += ", once" }
    if let lazy { settings += ", injects f\(lazy) lazily" }
    if let member { settings += ", member f\(member.factory)(\(member.parameter))" }
    return settings
  }
}
