// Factory, MIT licence; see LICENSE
//
// What edges lead to.
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
