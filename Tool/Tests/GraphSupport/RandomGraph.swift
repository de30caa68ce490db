// Factory, MIT licence; see LICENSE
import FactoryGraph

/// Graphs of any size that resemble programs: modules in four layers, whose factories depend mostly
/// on roles below theirs in the same module, and otherwise on services of the layers below; some
/// services that many need, code that resolves, and a few circles.
public struct RandomGraph {
  private var random: Generator
  private var text = GraphText()
  private let count: Int

  /// The same count and seed give the same graph.
  public static func graph(factories count: Int, seed: UInt64 = 1) throws -> Graph {
    var graph = RandomGraph(count: count, seed: seed)
    graph.build()
    return try graph.text.graph()
  }

  private init(count: Int, seed: UInt64) {
    self.count = count
    random = Generator(state: seed)
  }

  private static let areas = [
    "App", "Checkout", "Catalogue", "Account", "Search", "Orders", "Payments", "Messages", "Maps",
    "Media", "Reviews", "Loyalty", "Analytics", "Sync", "Storage", "Network", "Core",
  ]
  private static let nouns = [
    "user", "session", "order", "basket", "product", "price", "image", "address", "payment",
    "token", "settings", "feature", "message", "route", "receipt", "voucher", "profile", "stock",
    "shipment", "review",
  ]
  private static let roles = [
    "ViewModel", "Coordinator", "UseCase", "Service", "Repository", "Store", "Client", "Cache",
    "Mapper", "Validator",
  ]

  private mutating func build() {
    let moduleCount = max(1, min(Self.areas.count, count / 10))
    let modules = Array(Self.areas.suffix(moduleCount - 1).reversed()) + ["App"]
    var made: [String] = []
    var firstOfLayer = 0
    for (index, module) in modules.enumerated() {
      if index == 3 || index == moduleCount / 2 || index == moduleCount - 1 {
        firstOfLayer = made.count
      }
      text.container("\(module)Container", module: module)
      let share = count * (index + 1) / moduleCount - count * index / moduleCount
      let first = made.count
      for position in 0..<share {
        let id = factory(position, of: share, module: module)
        let level = max(1, share / Self.roles.count)
        let below = first + position / level * level
        for _ in 0..<edgeCount() where below > 0 {
          text.edge(id, target(made: made, in: first..<below, level: level, firstOfLayer), kind())
        }
        made.append(id)
      }
    }
    for index in 0..<max(1, count / 25) {
      let from = made[made.count - 1 - random.below(made.count / 2)]
      let module = modules[random.below(modules.count)]
      text.edge("type:\(module).Screen\(index)", from, .resolve)
      if index % 3 == 0 { text.edge("type:\(module).\(module)Container", from, .register) }
    }
    for index in 0..<count / 40 {
      text.unresolved("A factory is passed on as a value", line: index + 1)
    }
    for _ in 0..<max(1, count / 400) {
      let start = random.below(max(1, made.count - 3))
      let circle = (0..<3).map { made[min(start + $0, made.count - 1)] }
      for (from, to) in zip(circle, circle.dropFirst() + [circle[0]]) { text.edge(from, to) }
    }
  }

  /// Roles are from the last, which others need, to the first, which need others.
  private mutating func factory(_ position: Int, of share: Int, module: String) -> String {
    let depth = Self.roles.count - 1 - position * Self.roles.count / max(share, 1)
    let noun = Self.nouns[position % Self.nouns.count]
    let round = position / Self.nouns.count
    let name = noun + Self.roles[depth] + (round > 0 ? "\(round + 1)" : "")
    let type = name.prefix(1).uppercased() + name.dropFirst()
    let scopes = [nil, nil, nil, nil, "singleton", "cached", "shared", "graph", "session"]
    let kind: Graph.Factory.Kind
    switch random.below(20) {
    case 0: kind = .async
    case 1: kind = .throwing
    case 2: kind = .parameter
    case 3: kind = .promise
    case 4: kind = .mainActor
    default: kind = .factory
    }
    return text.factory(
      name, type: random.below(6) == 0 ? "any \(type)<\(module)Model>" : type,
      in: "\(module)Container", module: module, kind: kind,
      scope: scopes[random.below(scopes.count)],
      contexts: random.below(12) == 0 ? ["test", "preview"] : [],
      isolation: kind == .mainActor ? "MainActor" : nil)
  }

  /// Two on average.
  private mutating func edgeCount() -> Int { [0, 1, 1, 2, 2, 2, 3, 3, 4][random.below(9)] }

  private mutating func target(
    made: [String], in module: Range<Int>, level: Int, _ firstOfLayer: Int
  ) -> String {
    let choice = random.below(10)
    // A few services at the bottom that everything uses.
    if choice == 0 { return made[random.below(max(1, min(firstOfLayer, made.count / 60)))] }
    if choice < 8 || firstOfLayer == 0, !module.isEmpty {
      return made[module.upperBound - 1 - random.below(min(module.count, level * 3))]
    }
    return made[random.below(max(1, firstOfLayer))]
  }

  private mutating func kind() -> Graph.Edge.Kind {
    switch random.below(20) {
    case 0, 1: .lazy
    case 2: .weak
    case 3: .dynamic
    default: .construct
    }
  }

  /// SplitMix64.
  private struct Generator {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((bits ^ (bits >> 31)) % UInt64(bound))
    }
  }
}
