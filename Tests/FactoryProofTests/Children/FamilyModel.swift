// Factory, MIT licence; see LICENSE
//
// The reference for child containers: what a resolution finds, who keeps it, and which instances are
// captive. Written to be read. If the library behaves differently, one of the two is wrong.
import FactoryModel

/// A family: a root, two children of it, and a child of one of these.
enum Family {
  static let parents: [Int?] = [nil, 0, 0, 1]
  /// Which of the containers share the scope `ofProof` with their parent.
  static let shares = [false, true, false, true]
  static let factories = 9

  static func depth(_ container: Int) -> Int {
    parents[container].map { depth($0) + 1 } ?? 0
  }

  /// The container and those around it, innermost first.
  static func chain(_ container: Int) -> [Int] {
    [container] + (parents[container].map(chain) ?? [])
  }
}

enum FamilyScope: CaseIterable { case unique, cached, session, singleton, graph }

/// What the factories are: each requires some with lower numbers.
struct FamilyGraph {
  let scopes: [FamilyScope]
  let needs: [[Int]]

  init(using generator: inout SeededGenerator) {
    scopes = (0..<Family.factories).map { _ in
      FamilyScope.allCases.randomElement(using: &generator)!
    }
    needs = (0..<Family.factories).map { index in
      (0..<index).filter { _ in generator.chance(3) }
    }
  }
}

enum FamilyStep {
  case resolve(Int, Int)
  /// Registers a closure that resolves what the factory needs from the container that it is
  /// registered in, or nothing.
  case register(Int, Int, resolves: Bool)
  case unregister(Int, Int)
  case resetFactory(Int, Int)
  case resetContainer(Int)
  case evict(Int)
  case push(Int)
  case pop(Int)

  static func random(using generator: inout SeededGenerator) -> FamilyStep {
    let container = Int.random(in: 0..<Family.parents.count, using: &generator)
    let factory = Int.random(in: 0..<Family.factories, using: &generator)
    switch Int.random(in: 0..<20, using: &generator) {
    case 0, 1: return .register(container, factory, resolves: generator.chance(2))
    case 2: return .unregister(container, factory)
    case 3: return .resetFactory(container, factory)
    case 4: return generator.chance(3) ? .resetContainer(container) : .evict(container)
    case 5: return .push(container)
    case 6: return .pop(container)
    default: return .resolve(container, factory)
    }
  }
}

final class FamilyModel {
  struct Registration {
    let container: Int
    let resolves: Bool
  }

  struct Entry {
    var registration: Registration?
    var kept: String?
    var keepsCaptive = false
  }

  /// A construction in progress.
  private struct Building {
    let container: Int
    /// The depth of the container that is to keep the instance; nil for the scope `graph`.
    let home: Int?
    /// The innermost container of which something was used.
    var used: Int?
  }

  private let graph: FamilyGraph
  private var entries = Family.parents.map { _ in
    [Entry](repeating: Entry(), count: Family.factories)
  }
  private var snapshots = Family.parents.map { _ in [[Entry]]() }
  private var singletons = [String?](repeating: nil, count: Family.factories)
  private var building: [Building] = []
  private var cycle: [[Int]: (instance: String, used: Int?)] = [:]
  private var made = 0
  private(set) var reported: Set<Int> = []

  init(_ graph: FamilyGraph) { self.graph = graph }

  /// Performs a step, and describes the instance that it resolves.
  func perform(_ step: FamilyStep) -> String {
    switch step {
    case .resolve(let container, let factory):
      cycle = [:]
      return resolve(container, factory)
    case .register(let container, let factory, let resolves):
      entries[container][factory].registration = Registration(
        container: container, resolves: resolves)
      evict(container, factory)
    case .unregister(let container, let factory):
      entries[container][factory].registration = nil
    case .resetFactory(let container, let factory):
      entries[container][factory].registration = nil
      evict(container, factory)
    case .resetContainer(let container):
      entries[container] = entries[container].map { _ in Entry() }
    case .evict(let container):
      for factory in 0..<Family.factories {
        entries[container][factory].kept = nil
        entries[container][factory].keepsCaptive = false
      }
    case .push(let container): snapshots[container].append(entries[container])
    case .pop(let container):
      if let saved = snapshots[container].popLast() { entries[container] = saved }
    }
    return ""
  }

  /// A root evicts the process's singleton as well.
  private func evict(_ container: Int, _ factory: Int) {
    entries[container][factory].kept = nil
    entries[container][factory].keepsCaptive = false
    if container == 0, graph.scopes[factory] == .singleton { singletons[factory] = nil }
  }

  private func resolve(_ container: Int, _ factory: Int) -> String {
    let registration = Family.chain(container).lazy
      .compactMap { self.entries[$0][factory].registration }.first
    let scope = graph.scopes[factory]
    if scope == .unique { return build(container, factory, registration) }
    if scope == .graph {
      if let (instance, used) = cycle[[container, factory]] {
        if let used { note(used) }
        return instance
      }
      let (instance, used) = record(container, home: nil) {
        build(container, factory, registration)
      }
      cycle[[container, factory]] = (instance, used)
      return instance
    }
    var home = container
    while let parent = Family.parents[home],
      Family.depth(home) > (registration.map { Family.depth($0.container) } ?? 0),
      !entries[home][factory].keepsCaptive,
      scope == .singleton || scope == .session && Family.shares[home]
    {
      home = parent
    }
    let isProcess = scope == .singleton && home == 0
    if !isProcess { note(home) }
    if let kept = isProcess ? singletons[factory] : entries[home][factory].kept { return kept }
    if home == container, !(isProcess && container != 0) {
      let instance = build(container, factory, registration)
      if isProcess {
        singletons[factory] = instance
      } else {
        entries[home][factory].kept = instance
      }
      return instance
    }
    let (instance, used) = record(container, home: Family.depth(home)) {
      build(container, factory, registration)
    }
    if let used {
      reported.insert(factory)
      entries[used][factory].keepsCaptive = true
      if entries[used][factory].kept == nil { entries[used][factory].kept = instance }
    } else if isProcess {
      singletons[factory] = instance
    } else {
      entries[home][factory].kept = instance
    }
    return instance
  }

  private func build(_ container: Int, _ factory: Int, _ registration: Registration?) -> String {
    if let registration { note(registration.container) }
    var parts: [String] = []
    if registration?.resolves != false {
      for need in graph.needs[factory] {
        parts.append(resolve(registration?.container ?? container, need))
      }
    }
    made += 1
    return "\(registration.map { "r\($0.container)" } ?? "d")f\(factory)#\(made)(\(parts.joined()))"
  }

  private func record(
    _ container: Int, home: Int?, _ body: () -> String
  ) -> (instance: String, used: Int?) {
    if container == 0 { return (body(), nil) }
    building.append(Building(container: container, home: home))
    let instance = body()
    return (instance, building.removeLast().used)
  }

  /// Something of a container is used.
  private func note(_ used: Int) {
    let depth = Family.depth(used)
    for index in building.indices where Family.chain(building[index].container).contains(used) {
      let deepest = building[index].used.map(Family.depth) ?? 0
      if depth > max(building[index].home ?? 0, deepest) { building[index].used = used }
    }
  }
}
