// Factory, MIT licence; see LICENSE
//
// Random graphs of factories in a family of containers: the library finds, builds, keeps and reports
// what the model does. So no report is false, and none is missing.
import FactoryModel
import FactoryTestSupport
import FactoryTesting
import Testing

extension Scope {
  fileprivate static let ofProof = Cached()
}

private final class Member: ManagedContainer {
  static let names: [StaticString] = ["f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"]
  static let asyncNames: [StaticString] = ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]

  let manager: ContainerManager
  let graph: FamilyGraph
  let made: Counter

  init(_ graph: FamilyGraph, _ made: Counter, parent: Member?, isSharing: Bool) {
    self.graph = graph
    self.made = made
    if let parent {
      manager =
        isSharing
        ? ContainerManager(childOf: parent, sharing: .ofProof) : ContainerManager(childOf: parent)
    } else {
      manager = ContainerManager()
    }
  }

  func node(_ index: Int) -> Factory<Node> {
    scoped(
      Factory<Node>(self, key: Self.names[index]) { [unowned self] in build(index, "d", true) },
      index)
  }

  func asyncNode(_ index: Int) -> AsyncFactory<Node, Never> {
    scoped(
      AsyncFactory<Node, Never>(self, key: Self.asyncNames[index]) { [unowned self] in
        await buildAsync(index, "d", true)
      }, index)
  }

  private func scoped<F: FactoryModifying>(_ factory: F, _ index: Int) -> F {
    switch graph.scopes[index] {
    case .unique: factory
    case .cached: factory.cached
    case .session: factory.scope(.ofProof)
    case .singleton: factory.singleton
    case .graph: factory.graph
    }
  }

  func build(_ index: Int, _ label: String, _ resolves: Bool) -> Node {
    let parts = resolves ? graph.needs[index].map { node($0)() } : []
    return Node("\(label)f\(index)#\(made.increment())(\(parts.map(\.text).joined()))")
  }

  func buildAsync(_ index: Int, _ label: String, _ resolves: Bool) async -> Node {
    var parts: [Node] = []
    for need in resolves ? graph.needs[index] : [] {
      if need.isMultiple(of: 2) {
        async let part = asyncNode(need)()
        parts.append(await part)
      } else {
        parts.append(await asyncNode(need)())
      }
    }
    return Node("\(label)f\(index)#\(made.increment())(\(parts.map(\.text).joined()))")
  }
}

private final class Node: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

@Suite("Random families", .container)
struct RandomFamilies {
  private static let seeds = Array(0..<UInt64(Effort.isLong ? 4000 : Effort.scaled(400)))

  @Test("A family behaves like the model, with synchronous and asynchronous factories")
  func families() async {
    for seed in Self.seeds {
      if let difference = await difference(seed: seed, isAsync: seed % 3 == 2) {
        Issue.record("seed \(seed): \(difference)")
        return
      }
    }
  }

  private func difference(seed: UInt64, isAsync: Bool) async -> String? {
    await Scope.$singleton.withValue(Scope.Singleton()) {
      var generator = SeededGenerator(seed: seed)
      let graph = FamilyGraph(using: &generator)
      let model = FamilyModel(graph)
      let made = Counter()
      var members: [Member] = []
      for (index, parent) in Family.parents.enumerated() {
        members.append(
          Member(
            graph, made, parent: parent.map { members[$0] }, isSharing: Family.shares[index]))
      }
      var pushed = members.map { _ in 0 }
      var history: [FamilyStep] = []
      for _ in 0..<60 {
        let step = FamilyStep.random(using: &generator)
        history.append(step)
        let expected = model.perform(step)
        let actual = await perform(step, members, &pushed, isAsync)
        if expected != actual {
          return "expected \(expected), got \(actual); \(graph) \(history)"
        }
      }
      return nil
    }
  }

  private func perform(
    _ step: FamilyStep, _ members: [Member], _ pushed: inout [Int], _ isAsync: Bool
  ) async -> String {
    switch step {
    case .resolve(let container, let index):
      return isAsync
        ? await members[container].asyncNode(index)().text : members[container].node(index)().text
    case .register(let container, let index, let resolves):
      let member = members[container]
      member.node(index).register { [unowned member] in
        member.build(index, "r\(container)", resolves)
      }
      member.asyncNode(index).register { [unowned member] in
        await member.buildAsync(index, "r\(container)", resolves)
      }
    case .unregister(let container, let index):
      members[container].node(index).reset(.registration)
      members[container].asyncNode(index).reset(.registration)
    case .resetFactory(let container, let index):
      members[container].node(index).reset()
      members[container].asyncNode(index).reset()
    case .resetContainer(let container): members[container].manager.reset()
    case .evict(let container): members[container].manager.reset(options: .scope)
    case .push(let container):
      members[container].manager.push()
      pushed[container] += 1
    case .pop(let container):
      if pushed[container] > 0 {
        members[container].manager.pop()
        pushed[container] -= 1
      }
    }
    return ""
  }
}
