// Factory, MIT licence; see LICENSE
//
// What edges lead to, and the circles among them.
extension Set {
  /// The nodes that can be reached from some nodes, these included.
  ///
  /// - Parameter next: the ends of a node's edges.
  init<Next: Sequence<Element>>(
    reachableFrom starts: some Sequence<Element>, _ next: (Element) -> Next
  ) {
    self.init(starts)
    var queue = Array(self)
    while let node = queue.popLast() {
      for other in next(node) where insert(other).inserted { queue.append(other) }
    }
  }
}

/// Finds the groups of nodes that reach each other.
enum StronglyConnected {
  /// The groups of two or more nodes, and single nodes with an edge to themselves. Tarjan's
  /// algorithm, without recursion, because a chain of factories may be long.
  ///
  /// - Parameter next: the ends of the edges of each node that has some. The others are in no group.
  static func groups<Node: Hashable & Comparable>(_ next: [Node: [Node]]) -> [[Node]] {
    let nodes = next.keys.sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(nodes, nodes.indices))
    var search = Search(nodes.map { next[$0]!.compactMap { numbers[$0] } })
    for node in nodes.indices where search.number[node] == nil { search.visit(node) }
    return search.groups.map { $0.map { nodes[$0] } }
  }

  private struct Search {
    let next: [[Int]]
    var number: [Int?]
    private var low: [Int]
    private var isOpen: [Bool]
    private var open: [Int] = []
    private var count = 0
    var groups: [[Int]] = []

    init(_ next: [[Int]]) {
      self.next = next
      number = Array(repeating: nil, count: next.count)
      low = Array(repeating: 0, count: next.count)
      isOpen = Array(repeating: false, count: next.count)
    }

    mutating func visit(_ start: Int) {
      var stack = [(node: start, edge: 0)]
      enter(start)
      while let (node, edge) = stack.last {
        if edge < next[node].count {
          stack[stack.count - 1].edge += 1
          let other = next[node][edge]
          if let known = number[other] {
            if isOpen[other] { low[node] = min(low[node], known) }
          } else {
            enter(other)
            stack.append((other, 0))
          }
        } else {
          stack.removeLast()
          if let parent = stack.last?.node { low[parent] = min(low[parent], low[node]) }
          if low[node] == number[node] { close(node) }
        }
      }
    }

    private mutating func enter(_ node: Int) {
      number[node] = count
      low[node] = count
      count += 1
      open.append(node)
      isOpen[node] = true
    }

    private mutating func close(_ node: Int) {
      var group: [Int] = []
      while let last = open.popLast() {
        isOpen[last] = false
        group.append(last)
        if last == node { break }
      }
      if group.count > 1 || next[node].contains(node) { groups.append(group) }
    }
  }
}
