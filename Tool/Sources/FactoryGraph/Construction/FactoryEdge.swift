// Factory, MIT licence; see LICENSE
//
// The edges of the graph.
/// One factory or piece of code that resolves or registers a factory.
struct FactoryEdge {
  enum Origin: Hashable {
    case factory(FactoryIndex)
    /// A type of a module, or `main`, whose code no factory runs when it makes an instance.
    case code(module: ModuleIndex, type: String)
  }

  var from: Origin
  var to: FactoryIndex
  var kind: Graph.Edge.Kind
  /// The index of the use.
  var use: UseIndex
  /// The registration, layer or member of a group whose closure makes it; nil for the definition.
  var override: UseIndex?
  /// Whether the code that makes it is in a branch, a loop and the like, so that it may not run.
  var isConditional = false
}
