// Factory, MIT licence; see LICENSE
//
// Circular dependencies, which the drawings mark.
extension Graph {
  /// The groups of factories whose construction needs each other: the strongly connected
  /// components over edges of the kind `construct`, each sorted, and sorted by their first.
  public var circles: [[String]] {
    let construct = edges.filter { $0.kind == .construct }
    let names = Set(construct.flatMap { [$0.from, $0.to] }).sorted()
    let indices = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    var successors = [[Int]](repeating: [], count: names.count)
    for edge in construct {
      if let from = indices[edge.from], let to = indices[edge.to] { successors[from].append(to) }
    }
    return Self.components(of: successors)
      .filter { $0.count > 1 || successors[$0[0]].contains($0[0]) }
      .map { $0.sorted().map { names[$0] } }
      .sorted { $0[0] < $1[0] }
  }

  /// For each factory in a circle, the circle's index in `circles`.
  var circleIndices: [String: Int] {
    var indices: [String: Int] = [:]
    for (index, circle) in circles.enumerated() {
      for id in circle { indices[id] = index }
    }
    return indices
  }

  /// The strongly connected components of a graph, by Tarjan's algorithm. Without recursion,
  /// because a program's graph may be deeper than the stack of a thread allows.
  private static func components(of successors: [[Int]]) -> [[Int]] {
    let unvisited = -1
    var order = [Int](repeating: unvisited, count: successors.count)
    var lowest = order
    var onStack = [Bool](repeating: false, count: successors.count)
    var stack: [Int] = []
    var components: [[Int]] = []
    var visited = 0

    for root in successors.indices where order[root] == unvisited {
      var path: [(node: Int, next: Int)] = [(root, 0)]
      while let (node, next) = path.last {
        if next == 0 {
          order[node] = visited
          lowest[node] = visited
          visited += 1
          stack.append(node)
          onStack[node] = true
        }
        if next < successors[node].count {
          path[path.count - 1].next += 1
          let successor = successors[node][next]
          if order[successor] == unvisited {
            path.append((successor, 0))
          } else if onStack[successor] {
            lowest[node] = min(lowest[node], order[successor])
          }
          // A node is entered once: with `next` 0, before its first successor.
          continue
        }
        path.removeLast()
        if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
        guard lowest[node] == order[node] else { continue }
        var component: [Int] = []
        repeat {
          component.append(stack.removeLast())
          onStack[component[component.count - 1]] = false
        } while component.last != node
        components.append(component)
      }
    }
    return components
  }
}
