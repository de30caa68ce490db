// Factory, MIT licence; see LICENSE
//
// Random programs for families of containers: what their factories are, what closures do, and the steps.

enum FamilyType: CaseIterable { case container, depot }

/// The containers of a program. The last one is a root that registers in its `autoRegister`.
enum Family {
  static let parents: [Int?] = [nil, 0, 0, 1, nil, 4, nil, 6, 7, nil]
  static let containers = 0..<10
  static let autoRegistering = 9
  /// Those of which the singletons are not those of another root.
  static let separate = [0, 1, 2, 3, 6, 7, 8]
  static let factories = 0..<10
  static let parameters = 0..<2
  static let arguments = ["family-0", "family-1"]

  static func type(_ container: Int) -> FamilyType { container < 6 ? .container : .depot }

  static func roots(_ type: FamilyType) -> Int { type == .container ? 0 : 6 }

  /// The container and its parents, innermost first.
  static func chain(_ container: Int) -> [Int] {
    [container] + (parents[container].map(chain) ?? [])
  }

  /// A container in texts: those that are made later have the same text.
  static func label(_ container: Int) -> String {
    containers.contains(container) ? "\(container)" : "t"
  }
}

enum FamilyScope: CaseIterable, Sendable { case unique, cached, session, shared, graph, singleton }

enum FamilyKind: CaseIterable, Sendable {
  case plain, numbered, throwing, throwingNumbered, group, async, asyncNumbered

  var isAsync: Bool { self == .async || self == .asyncNumbered }
  var hasParameter: Bool {
    self == .numbered || self == .throwingNumbered || self == .asyncNumbered
  }
  var mayThrow: Bool { self == .throwing || self == .throwingNumbered || isAsync }
}

/// What a program may use besides registrations, scopes and containers that closures name.
enum FamilyFeature: CaseIterable {
  case async, groups, parameters, errors, weak, graph
  case contexts, layers, decorators, defaultScopes, scopes, timeToLive, once, shutdown
  case resets, snapshots, existing, depots, running, injection, wrappers, children, tasks
  case parents, secondRoot, autoRegister, threads, cancellation
}

/// One factory of one parameter; zero for factories without a parameter.
struct FamilyTarget: Hashable, Sendable {
  let factory: Int
  var parameter = 0
}

/// What a closure or a step resolves.
struct FamilyNeed: Sendable {
  enum Injection: CaseIterable { case property, function, container }

  enum Place: Sendable {
    /// The container that the closure captures.
    case own
    case container(Int)
    case shared(FamilyType)
    case injected(FamilyType, Injection)
    /// A new child of the container, or of the one that the closure captures, which registers factory 0.
    case child(of: Int?)
  }

  enum Around: Sendable {
    case run(Int)
    case withValue(Int)
    /// Both types of container are carried.
    case carried
  }

  var place = Place.own
  var around: Around?
  let target: FamilyTarget
  /// Only takes an instance that is cached already.
  var isExisting = false
  /// Reads the wrapper of the instance as well.
  var readsWrapper = false
  /// Resolves in a task that goes on when a step says so.
  var isLater = false
}

/// A wrapper that an instance has, of a plain factory.
struct FamilyWrapper: Sendable {
  enum Form: CaseIterable { case lazy, weak, dynamic }

  let form: Form
  let type: FamilyType
  let factory: Int
}

/// How an asynchronous closure resolves what it needs.
enum FamilyStyle: CaseIterable { case inOrder, childTasks, group, tasks }

/// What a closure does.
struct FamilyRecipe: Sendable {
  var needs: [FamilyNeed] = []
  var style = FamilyStyle.inOrder
  /// How often it lets other threads and tasks run.
  var pauses = 0
  var wrapper: FamilyWrapper?
  var throwsError = false
}

struct FamilyDefinition: Sendable {
  let kind: FamilyKind
  var recipe = FamilyRecipe()
  var scope: FamilyScope?
  var context: String?
  var timeToLive: UInt64?
  var hasLayer = false
  var hasDecorator = false
  var hasHook = false
  var isOnce = false
  /// What layers and decorators resolve. Each resolves it from the container that it captures.
  var extra: FamilyNeed?
}

/// What a step changes of one factory in one container.
enum FamilyChange: Sendable {
  case register(FamilyRecipe)
  case context(String, FamilyRecipe)
  case layer(site: Int, FamilyNeed?)
  case member(FamilyRecipe)
  /// A member that is another factory.
  case memberFactory(Int)
  case decorator
  case hook
  case timeToLive(UInt64)
  case scope(FamilyScope)
  case reset(FamilyReset)
}

enum FamilyReset: CaseIterable { case all, registration, scope, context }

enum FamilyStep: Sendable {
  case resolve(FamilyNeed)
  /// Resolves in a task that is cancelled meanwhile.
  case cancelled(FamilyNeed)
  /// Reads the wrappers of an earlier result, while these are the shared containers.
  case read(result: Int, shared: [FamilyType: Int])
  case change(Int, Int, FamilyChange)
  case resetContainer(Int, FamilyReset)
  case resetScope(Int, FamilyScope)
  case push(Int)
  case pop(Int)
  case defaultScope(Int, FamilyScope?)
  case decorator(Int, isOn: Bool)
  case setArgument(String)
  case removeArgument(String)
  case advanceClock(UInt64)
  case shutdown(Int)
  /// Releases the oldest of the instances that steps have resolved.
  case release
  /// Lets the tasks that closures have started go on, one after the other.
  case finishTasks
}

/// What one thread or task does in a round.
struct FamilyWork: Sendable {
  let isThread: Bool
  var steps: [FamilyStep]
}

struct FamilyProgram: Sendable {
  let seed: UInt64
  var features: Set<FamilyFeature>
  /// What each container shares with its parent.
  var sharing = Family.containers.map { _ in Set<FamilyScope>() }
  var definitions: [FamilyDefinition] = []
  /// What the last container registers in its `autoRegister`, and what it resolves then.
  var autoRegistrations: [Int: FamilyRecipe] = [:]
  var autoResolved: FamilyNeed?
  var steps: [FamilyStep] = []
  /// In each round, these threads and tasks run at the same time.
  var rounds: [[FamilyWork]] = []

  /// Whether a child that a closure or a step makes is released at once. A task may retain it for longer.
  var releasesChildren: Bool { features.isDisjoint(with: [.async, .tasks]) }

  /// A program that still fails, and of which no part can be removed.
  func shrunk(while fails: (FamilyProgram) async -> Bool) async -> FamilyProgram {
    var program = self
    var isShrinking = true
    while isShrinking {
      isShrinking = false
      for remove in program.removals {
        var candidate = program
        remove(&candidate)
        guard candidate.size < program.size, await fails(candidate) else { continue }
        program = candidate
        isShrinking = true
      }
    }
    return program
  }

  private var size: Int { "\(self)".count }

  /// Each removes a step or a part of a definition. From the end, so that the others stay in place.
  private var removals: [(inout FamilyProgram) -> Void] {
    let ofDefinition: [(inout FamilyDefinition) -> Void] = [
      { $0.recipe.needs = [] }, { $0.recipe.needs = $0.recipe.needs.dropLast() },
      { $0.recipe.needs = Array($0.recipe.needs.dropFirst()) }, { $0.recipe.wrapper = nil },
      { $0.recipe.style = .inOrder }, { $0.recipe.throwsError = false }, { $0.scope = nil },
      { $0.context = nil }, { $0.timeToLive = nil }, { $0.hasLayer = false },
      { $0.hasDecorator = false }, { $0.hasHook = false }, { $0.isOnce = false },
      { $0.extra = nil },
    ]
    var removals: [(inout FamilyProgram) -> Void] = []
    for index in steps.indices.reversed() { removals.append { $0.steps.removeIfPresent(index) } }
    for index in steps.indices {
      removals.append { program in
        guard program.steps.indices.contains(index) else { return }
        program.steps[index] = program.steps[index].simpler
      }
    }
    for index in definitions.indices.reversed() {
      for remove in ofDefinition { removals.append { remove(&$0.definitions[index]) } }
    }
    for factory in Family.factories { removals.append { $0.autoRegistrations[factory] = nil } }
    removals.append { $0.autoResolved = nil }
    for container in Family.containers { removals.append { $0.sharing[container] = [] } }
    return removals
  }
}

extension FamilyProgram {
  /// Whether a closure resolves from a child that is neither a parent nor a child of this container.
  func namesChildren(unrelatedTo container: Int) -> Bool {
    func isUnrelated(_ other: Int) -> Bool {
      Family.parents[other] != nil && !Family.chain(other).contains(container)
        && !Family.chain(container).contains(other)
    }
    var needs = definitions.flatMap(\.recipe.needs)
    needs += definitions.compactMap(\.extra)
    for recipe in autoRegistrations.values { needs += recipe.needs }
    if let autoResolved { needs.append(autoResolved) }
    for step in steps { needs += step.needsOfClosure }
    for work in rounds.joined() { needs += work.steps.flatMap(\.needsOfClosure) }
    return needs.contains { need in
      switch need.around {
      case .run(let other), .withValue(let other): if isUnrelated(other) { return true }
      case .carried, nil: break
      }
      switch need.place {
      case .container(let other): return isUnrelated(other)
      // It is unrelated itself.
      case .child: return true
      case .own, .shared, .injected: return false
      }
    }
  }
}

extension Array {
  fileprivate mutating func removeIfPresent(_ index: Int) {
    if indices.contains(index) { remove(at: index) }
  }
}

extension FamilyStep {
  /// What a closure resolves that the step sets.
  fileprivate var needsOfClosure: [FamilyNeed] {
    switch self {
    case .change(_, _, .register(let recipe)), .change(_, _, .context(_, let recipe)),
      .change(_, _, .member(let recipe)):
      recipe.needs
    case .change(_, _, .layer(_, let extra?)): [extra]
    default: []
    }
  }

  /// The same without what closures and steps have around them.
  fileprivate var simpler: FamilyStep {
    switch self {
    case .resolve(var need):
      need.around = nil
      return .resolve(need)
    case .change(let container, let factory, .register(var recipe)):
      recipe.needs = recipe.needs.dropLast()
      return .change(container, factory, .register(recipe))
    case .change(let container, let factory, .layer(let site, _)):
      return .change(container, factory, .layer(site: site, nil))
    default: return self
    }
  }
}

extension FamilyProgram: CustomStringConvertible {
  var description: String {
    let factories = definitions.enumerated().map { "f\($0): \($1)" }
    let shared = sharing.enumerated().filter { !$1.isEmpty }.map { "\($0): \($1)" }
    let rounds = rounds.enumerated().map { number, works in
      "round \(number): "
        + works.map { "\($0.isThread ? "thread" : "task") \($0.steps)" }.joined(separator: "; ")
    }
    return """
      \((steps.map { "\($0)" } + rounds).joined(separator: "\n"))
      \(factories.joined(separator: "\n"))
      autoRegister: \(autoRegistrations) \(autoResolved.map { "\($0)" } ?? "")
      shared with the parent: \(shared.joined(separator: ", "))
      """
  }
}
