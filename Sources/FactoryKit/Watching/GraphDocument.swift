// Factory, MIT licence; see LICENSE
//
// The graph of a recorded run, in the format of `factory graph --format json`.
internal import FactoryCore

/// Composes the graph. Entries with the same texts become one, because a factory may be known by
/// several addresses: one for each module that uses it.
struct GraphDocument {
  private let run: RecordedRun
  /// The ids of factories that have the same name but other types.
  private let ambiguous: Set<String>

  init(_ run: RecordedRun) {
    self.run = run
    var types: [String: String] = [:]
    var ambiguous: Set<String> = []
    for factory in run.factories.keys {
      let id = factory.id
      let type = factory.productName
      if types.updateValue(type, forKey: id) ?? type != type { ambiguous.insert(id) }
    }
    self.ambiguous = ambiguous
  }

  var text: String {
    JSONText.document([
      "version": .number(1), "containers": .list(containers), "factories": .list(factories),
      "edges": .list(edges), "unresolved": .list(unresolved),
    ])
  }

  /// `Module.Container.name`, where the module is the one that declares the factory. Followed by the
  /// type if that is needed to distinguish factories.
  private func id(_ factory: FactoryReference) -> String {
    let id = factory.id
    return ambiguous.contains(id) ? "\(id)<\(factory.productName)>" : id
  }

  private var containers: [JSONText] {
    sorted(
      run.factories.keys.map { factory in
        let id = factory.containerName
        return (
          id,
          .object([
            "id": .string(id), "name": .string(id.withoutModule),
            "module": .string(id.module), "path": .null, "line": .null,
          ])
        )
      })
  }

  private var factories: [JSONText] {
    // A factory that was resolved takes precedence over the same one by another address that was
    // not.
    let all = run.factories.sorted { $0.value.scope != nil && $1.value.scope == nil }
    return sorted(
      all.map { factory, known in
        let id = id(factory)
        let contexts = known.contexts.map { JSONText.string("\($0)") }
        return (
          id,
          .object([
            "id": .string(id), "container": .string(factory.containerName),
            "name": .string(factory.ownName), "type": .string(factory.productName),
            "kind": .string(factory.kind), "scope": .string(known.scope?.name),
            "parameterised": .bool(factory.hasParameter), "contexts": .array(contexts),
            "isolation": .null, "path": .string(factory.file),
            "line": .number(Int(factory.line)), "column": .null,
          ])
        )
      })
  }

  private var edges: [JSONText] {
    sorted(
      run.edges.map { edge in
        let (from, to) = (id(edge.from), id(edge.to))
        let kind = edge.isPartOfConstruction ? "construct" : "resolve"
        return (
          "\(from) \(to) \(kind)",
          .object([
            "from": .string(from), "to": .string(to), "kind": .string(kind),
            "path": .null, "line": .null,
          ])
        )
      })
  }

  /// What the format asks for and a run cannot tell.
  private var unresolved: [JSONText] {
    sorted(
      run.factories.flatMap { factory, known in
        known.gaps.map { gap in
          let reason = "\(id(factory)): \(gap)"
          return (
            reason,
            .object([
              "path": .string(factory.file), "line": .number(Int(factory.line)),
              "column": .null, "reason": .string(reason),
            ])
          )
        }
      })
  }

  /// The values in the order of their keys, the first one of each key.
  private func sorted(_ entries: [(key: String, value: JSONText)]) -> [JSONText] {
    var seen: Set<String> = []
    return entries.filter { seen.insert($0.key).inserted }.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension FactoryReference {
  fileprivate var id: String {
    let container = containerName.withoutModule
    let module = file.prefix { $0 != "/" }
    return "\(module).\(container).\(ownName)"
  }

  /// A run cannot distinguish main-actor factories from plain ones.
  fileprivate var kind: String {
    if isPromise { return "promise" }
    if isGroup { return "group" }
    if keyType is any AsyncFactoryKind.Type { return "async" }
    if keyType is any ThrowingFactoryKind.Type { return "throwing" }
    return hasParameter ? "parameter" : "factory"
  }
}

extension RecordedFactory {
  fileprivate var gaps: [String] {
    var gaps: [String] = []
    if isRoot { gaps.append("resolved by code that no factory builds; a run does not know it") }
    if let scope, scope.isCustom {
      gaps.append("has a custom scope that works like \(scope.kind); a run does not know its name")
    }
    if scope == nil { gaps.append("its own resolution was not recorded, so its scope is unknown") }
    return gaps
  }
}

extension ScopeMark {
  /// Nil for a factory without a scope.
  fileprivate var name: String? { kind == .unique ? nil : "\(kind)" }
}

extension String {
  /// The part before the first period.
  fileprivate var module: String? {
    firstIndex(of: ".").map { String(self[..<$0]) }
  }

  /// The part after the first period.
  fileprivate var withoutModule: String {
    firstIndex(of: ".").map { String(self[index(after: $0)...]) } ?? self
  }
}
