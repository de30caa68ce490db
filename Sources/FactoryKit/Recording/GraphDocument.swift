// Factory, MIT licence; see LICENSE
//
// The graph of a recorded run, in the format of `factory graph --format json`.
internal import FactoryCore
internal import FactoryKitCore

/// Composes the graph.
struct GraphDocument {
  private var containers = JSONLines()
  private var factories = JSONLines()
  private var edges = JSONLines()
  /// What the format asks for and a run cannot tell.
  private var unresolved = JSONLines()

  init(_ run: [RecordedFactory]) {
    let ids = Self.ids(of: run)
    for index in run.indices {
      let factory = run[index]
      add(containerOf: factory.reference)
      add(factory, ids[index])
      for outer in factory.constructions { addEdge(from: ids[outer], to: ids[index], "construct") }
      for outer in factory.otherResolutions { addEdge(from: ids[outer], to: ids[index], "resolve") }
      addGaps(of: factory, ids[index])
    }
  }

  var text: String {
    """
    {
      "version": 1,
      "containers": \(containers.text),
      "factories": \(factories.text),
      "edges": \(edges.text),
      "unresolved": \(unresolved.text)
    }

    """
  }

  /// `Module.Container.name` of each factory, where the module is the one that declares it. Followed
  /// by the type, the file and the line as far as that is needed to distinguish factories.
  private static func ids(of run: [RecordedFactory]) -> [String] {
    var ids: [String] = []
    for factory in run { ids.append(factory.reference.id) }
    let names = ids
    for index in run.indices {
      for other in run.indices
      where names[other] == names[index] && run[other].product != run[index].product {
        ids[index] += "<\(run[index].product)>"
        break
      }
    }
    let typed = ids
    for index in run.indices {
      var (isRepeated, isRepeatedInFile) = (false, false)
      for other in run.indices where other != index && typed[other] == typed[index] {
        isRepeated = true
        if run[other].reference.file == run[index].reference.file { isRepeatedInFile = true }
      }
      if isRepeated { ids[index] += run[index].place(withLine: isRepeatedInFile) }
    }
    return ids
  }

  @inline(never)
  private mutating func add(containerOf factory: FactoryReference) {
    let id = factory.containerName
    let (module, name) = parts(of: id, at: ".")
    var object = JSONObject()
    object.add("id", id)
    object.add("name", name)
    object.add("module", module)
    object.add("path", nil)
    object.add("line", nil)
    containers.insert(object)
  }

  private mutating func add(_ factory: RecordedFactory, _ id: String) {
    let reference = factory.reference
    let contexts = factory.contexts.map(JSONObject.quoted)
    var object = JSONObject()
    object.add("id", id)
    object.add("container", reference.containerName)
    object.add("name", reference.name(withContainer: false))
    object.add("type", reference.productName)
    object.add("kind", reference.kind)
    object.add("scope", factory.scopeName)
    object.add("parameterised", json: reference.hasParameter ? "true" : "false")
    object.add("contexts", json: "[" + contexts.joined(separator: ", ") + "]")
    object.add("isolation", nil)
    object.addLocation(of: reference)
    factories.insert(object)
  }

  @inline(never)
  private mutating func addEdge(from outer: String, to inner: String, _ kind: String) {
    var object = JSONObject()
    object.add("from", outer)
    object.add("to", inner)
    object.add("kind", kind)
    object.add("path", nil)
    object.add("line", nil)
    edges.insert(object)
  }

  private mutating func addGaps(of factory: RecordedFactory, _ id: String) {
    if factory.isRoot {
      add("resolved by code that no factory builds; a run does not know it", factory, id)
    }
    guard let scope = factory.scope else {
      add("its own resolution was not recorded, so its scope is unknown", factory, id)
      return
    }
    if factory.hasCustomScope {
      add("has a custom scope that works like \(scope); a run does not know its name", factory, id)
    }
  }

  @inline(never)
  private mutating func add(_ gap: String, _ factory: RecordedFactory, _ id: String) {
    var object = JSONObject()
    object.addLocation(of: factory.reference)
    object.add("reason", "\(id): \(gap)")
    unresolved.insert(object)
  }
}

extension JSONObject {
  @inline(never)
  fileprivate mutating func addLocation(of factory: FactoryReference) {
    add("path", factory.file)
    add("line", json: "\(factory.line)")
    add("column", nil)
  }
}

extension FactoryReference {
  @inline(never)
  fileprivate var id: String {
    let module = parts(of: file, at: "/").before ?? "?"
    let container = parts(of: containerName, at: ".").after
    return "\(module).\(container).\(name(withContainer: false))"
  }

  /// A run cannot distinguish main-actor factories from plain ones.
  fileprivate var kind: String {
    if isPromise { return "promise" }
    if isGroup { return "group" }
    if keyType is any AsyncFactoryKind.Type { return "async" }
    // The type in the key of a factory that does not throw is that of its product.
    if keyType is any SynchronousFactoryKind.Type, !(keyType is any PlainFactoryKind.Type) {
      return "throwing"
    }
    return hasParameter ? "parameter" : "factory"
  }
}

extension RecordedFactory {
  @inline(never)
  fileprivate var product: String { reference.productName }

  /// The name of the file without module and `.swift`, in parentheses, and the line if `withLine`.
  @inline(never)
  fileprivate func place(withLine: Bool) -> String {
    var file = parts(of: reference.file, at: "/").after
    if file.hasSuffix(".swift") { file.removeLast(6) }
    return withLine ? "(\(file):\(reference.line))" : "(\(file))"
  }

  /// Nil for a factory without a scope, and if that is not known.
  fileprivate var scopeName: String? {
    guard let scope, scope != .unique else { return nil }
    return "\(scope)"
  }
}

/// The parts of a name before and after the first separator. Without one, the name is the second part.
@inline(never)
private func parts(of name: String, at separator: Character) -> (before: String?, after: String) {
  guard let index = name.firstIndex(of: separator) else { return (nil, name) }
  return (String(name[..<index]), String(name[name.index(after: index)...]))
}
