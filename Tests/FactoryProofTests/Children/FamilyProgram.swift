// Factory, MIT licence; see LICENSE
//
// Random programs for a family of containers: what its factories are, and what is done to them.
import FactoryModel

/// A family: a root, two children of it, and a child of one of these.
enum Family {
  static let parents: [Int?] = [nil, 0, 0, 1]
  static let containers = 0..<4
  static let factories = 0..<9
  static let parameters = 0..<2
  static let arguments = ["family-0", "family-1"]

  static func hasParameter(_ factory: Int) -> Bool { factory >= 6 }

  static func depth(_ container: Int) -> Int {
    parents[container].map { depth($0) + 1 } ?? 0
  }

  /// The container and those around it, innermost first.
  static func chain(_ container: Int) -> [Int] {
    [container] + (parents[container].map(chain) ?? [])
  }
}

enum FamilyScope: CaseIterable { case unique, cached, session, shared, singleton, graph }

/// The features that a program uses.
enum FamilyFeature: CaseIterable {
  case contexts, defaultScopes, layers, decorators, parameters, once, timeToLive, shutdown, scopes
  case weak
}

/// One factory of one parameter; zero for factories without a parameter.
struct FamilyTarget: Hashable {
  let factory: Int
  let parameter: Int
}

/// The definition of a factory: its modifiers, and what its closure resolves.
struct FamilyDefinition {
  var scope: FamilyScope?
  var context: String?
  var timeToLive: UInt64?
  var hasLayer = false
  var hasDecorator = false
  var hasHook = false
  var isOnce = false
  /// With lower numbers, so that nothing is circular.
  var needs: [FamilyTarget] = []
}

/// What a step changes of one factory in one container.
enum FamilyChange {
  /// A closure that resolves what the factory needs from the container that it is registered in, or
  /// nothing.
  case register(resolves: Bool)
  case context(String, resolves: Bool)
  case layer(site: Int)
  case decorator
  case hook
  case timeToLive(UInt64)
  case scope(FamilyScope)
  case reset(FamilyReset)
}

enum FamilyReset: CaseIterable { case all, registration, scope, context }

enum FamilyStep {
  case resolve(Int, FamilyTarget)
  /// Asks for an instance that is there already.
  case existing(Int, FamilyTarget)
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
}

struct FamilyProgram {
  /// What each container shares with its parent.
  var sharing = Family.containers.map { _ in Set<FamilyScope>() }
  var definitions: [FamilyDefinition] = []
  var steps: [FamilyStep] = []
  let isAsync: Bool
  /// Whether the tasks of asynchronous closures run at the same time, in a controlled order.
  let hasTrees: Bool

  init(seed: UInt64, length: Int, hasTrees: Bool = false) {
    self.hasTrees = hasTrees
    isAsync = hasTrees || seed % 3 == 2
    var maker = FamilyProgramMaker(
      generator: SeededGenerator(seed: seed), isAsync: isAsync, hasTrees: hasTrees)
    for container in Family.containers.dropFirst() { sharing[container] = maker.sharedScopes() }
    maker.sharing = sharing
    definitions = Family.factories.map { maker.definition($0) }
    steps = (0..<length).map { _ in maker.step() }
  }

  /// A program that still fails, and of which no part can be removed.
  func shrunk(while fails: (FamilyProgram) async -> Bool) async -> FamilyProgram {
    var program = self
    for remove in removals {
      var candidate = program
      remove(&candidate)
      if await fails(candidate) { program = candidate }
    }
    return program
  }

  /// The same where nothing may be suspended.
  func shrunkNow(while fails: (FamilyProgram) -> Bool) -> FamilyProgram {
    removals.reduce(self) { program, remove in
      var candidate = program
      remove(&candidate)
      return fails(candidate) ? candidate : program
    }
  }

  /// Each removes a step or a part of a definition. From the end, so that the others stay in place.
  private var removals: [(inout FamilyProgram) -> Void] {
    let ofDefinition: [(inout FamilyDefinition) -> Void] = [
      { $0.needs = [] }, { $0.context = nil }, { $0.timeToLive = nil }, { $0.hasLayer = false },
      { $0.hasDecorator = false }, { $0.hasHook = false }, { $0.isOnce = false },
      { $0.scope = nil },
    ]
    let ofSteps = steps.indices.reversed().map { index -> (inout FamilyProgram) -> Void in
      { $0.steps.remove(at: index) }
    }
    return ofSteps
      + definitions.indices.reversed().flatMap { index in
        ofDefinition.map { remove -> (inout FamilyProgram) -> Void in
          { remove(&$0.definitions[index]) }
        }
      }
  }
}

private struct FamilyProgramMaker {
  var generator: SeededGenerator
  var features: Set<FamilyFeature>
  let scopes: [FamilyScope]
  /// One in this many of the factories with a lower number is needed.
  private let needs: Int
  var sharing: [Set<FamilyScope>] = []

  init(generator: SeededGenerator, isAsync: Bool, hasTrees: Bool) {
    var generator = generator
    var features = Set(FamilyFeature.allCases.filter { _ in generator.chance(2) })
    // A task may retain an instance a little longer than those who wait for it.
    if isAsync || features.contains(.shutdown) { features.remove(.weak) }
    // What evicts instances while others are built. A shutdown suspends.
    if hasTrees { features.subtract([.once, .scopes, .defaultScopes, .shutdown]) }
    let scopes = FamilyScope.allCases.filter { $0 != .shared || features.contains(.weak) }
    // So that several tasks need the same instances.
    self.scopes = hasTrees ? scopes + [.graph, .singleton] : scopes
    needs = hasTrees ? 2 : 3
    self.generator = generator
    self.features = features
  }

  mutating func sharedScopes() -> Set<FamilyScope> {
    Set([.cached, .session, .shared].filter { _ in generator.chance(3) })
  }

  mutating func scope() -> FamilyScope { scopes.randomElement(using: &generator)! }

  mutating func has(_ feature: FamilyFeature) -> Bool {
    features.contains(feature) && generator.chance(3)
  }

  mutating func target(_ factory: Int) -> FamilyTarget {
    FamilyTarget(
      factory: factory,
      parameter: features.contains(.parameters) && Family.hasParameter(factory)
        ? Family.parameters.randomElement(using: &generator)! : 0)
  }

  mutating func definition(_ factory: Int) -> FamilyDefinition {
    FamilyDefinition(
      scope: generator.chance(5) ? nil : scope(),
      context: has(.contexts) ? Family.arguments.randomElement(using: &generator) : nil,
      timeToLive: has(.timeToLive) ? UInt64.random(in: 2...5, using: &generator) : nil,
      hasLayer: has(.layers), hasDecorator: has(.decorators), hasHook: has(.shutdown),
      isOnce: has(.once),
      needs: (0..<factory).filter { _ in generator.chance(needs) }.map { target($0) })
  }

  mutating func change(_ container: Int) -> FamilyChange? {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...2: return .register(resolves: generator.chance(2))
    case 3: return .reset(FamilyReset.allCases.randomElement(using: &generator)!)
    case 4: return .reset(.registration)
    case 5...6 where features.contains(.contexts):
      return .context(
        Family.arguments.randomElement(using: &generator)!, resolves: generator.chance(2))
    case 7 where features.contains(.layers):
      return .layer(site: Int.random(in: 1...2, using: &generator))
    case 8 where features.contains(.decorators): return .decorator
    case 9 where features.contains(.shutdown): return .hook
    case 10 where features.contains(.timeToLive):
      return .timeToLive(UInt64.random(in: 1...5, using: &generator))
    case 11 where features.contains(.scopes):
      let scope = scope()
      // A scope that a child shares becomes the parent's, when the child is next used.
      return sharing[container].contains(scope) ? nil : .scope(scope)
    default: return nil
    }
  }

  mutating func step() -> FamilyStep {
    let container = Family.containers.randomElement(using: &generator)!
    let factory = Family.factories.randomElement(using: &generator)!
    switch Int.random(in: 0..<32, using: &generator) {
    case 0...7:
      if let change = change(container) { return .change(container, factory, change) }
    case 8: return .push(container)
    case 9: return .pop(container)
    case 10 where generator.chance(2):
      return .resetContainer(container, FamilyReset.allCases.randomElement(using: &generator)!)
    case 11 where generator.chance(2):
      return .resetScope(
        container,
        scopes.filter { $0 != .singleton }.randomElement(
          using: &generator)!)
    case 12 where features.contains(.defaultScopes):
      return .defaultScope(container, generator.chance(3) ? nil : scope())
    case 13 where features.contains(.decorators):
      return .decorator(container, isOn: !generator.chance(3))
    case 14 where features.contains(.contexts):
      return .setArgument(Family.arguments.randomElement(using: &generator)!)
    case 15 where features.contains(.contexts):
      return .removeArgument(Family.arguments.randomElement(using: &generator)!)
    case 16 where features.contains(.timeToLive):
      return .advanceClock(UInt64.random(in: 1...3, using: &generator))
    case 17 where features.contains(.shutdown): return .shutdown(container)
    case 18 where features.contains(.weak): return .release
    case 19: return .existing(container, target(factory))
    default: break
    }
    return .resolve(container, target(factory))
  }
}
