// Factory, MIT licence; see LICENSE
//
// The edges of the graph.
/// One factory or piece of code that resolves or registers a factory.
struct FactoryEdge {
  enum Origin: Hashable {
    case factory(Int)
    /// A type of a module, or `main`, whose code no factory runs when it makes an instance.
    case code(module: Int, type: String)
  }

  var from: Origin
  var to: Int
  var kind: Graph.Edge.Kind
  /// The index of the use.
  var use: Int
}
