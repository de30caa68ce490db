// Factory, MIT licence; see LICENSE
//
// Circular dependencies, which the drawings mark.
extension Graph {
  /// The groups of factories whose construction needs each other: the strongly connected
  /// components over edges of the kind `construct`, each sorted, and sorted by their first.
  public var circles: [[String]] {
    let construct = Dictionary(grouping: edges.filter { $0.kind == .construct }, by: \.from)
    return StronglyConnected.groups(construct.mapValues { $0.map(\.to) })
      .map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// For each factory in a circle, the circle's index in `circles`.
  var circleIndices: [String: Int] {
    var indices: [String: Int] = [:]
    for (index, circle) in circles.enumerated() {
      for id in circle { indices[id] = index }
    }
    return indices
  }
}
