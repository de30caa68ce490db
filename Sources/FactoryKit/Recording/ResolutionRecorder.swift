// Factory, MIT licence; see LICENSE
//
// Collects the events of a run, and writes them as a graph.
internal import FactoryCore
public import FactoryKitCore

/// Records which factories a run resolves, and which of them need each other.
///
/// Pass the events of one or more containers to ``record(_:)``, and write the graph with ``json()``
/// at the end. Repeated resolutions are recorded once, so the memory that it needs depends on the
/// number of factories and dependencies, not on the length of the run. All members may be used from
/// any thread. See <doc:Watching>.
///
/// ```swift
/// let recorder = ResolutionRecorder()
/// let watch = Container.shared.manager.watch { recorder.record($0) }
/// _ = Container.shared.myService()
/// watch.cancel()
/// print(recorder.json())
/// ```
public final class ResolutionRecorder: Sendable {
  private let recorded = Locked(RecordedFactories())

  /// Creates a recorder without events.
  public init() {}

  /// Adds a resolution, and the factory that has caused it.
  ///
  /// Takes a lock, and searches a table for each of the two.
  ///
  /// ```swift
  /// let recorder = ResolutionRecorder()
  /// let watch = Container.shared.manager.watch { recorder.record($0) }
  /// ```
  public func record(_ event: ResolutionEvent) {
    // The function that a wrapper injects resolves the factory itself when it is called.
    if event.subject.isFunction { return }
    let (subject, outer) = (event.subject.identity, event.outer?.identity)
    recorded.withLock { $0.add(event, subject, outer) }
  }

  /// The graph of what was recorded, in the format of `factory graph --format json`.
  ///
  /// It has an entry for each factory that was resolved or has caused a resolution, and an edge for
  /// each pair of them, sorted by name. What a run cannot tell is null, or listed under
  /// `unresolved` with the reason. May be called repeatedly, while events are still recorded.
  ///
  /// ```swift
  /// let recorder = ResolutionRecorder()
  /// print(recorder.json())
  /// ```
  public func json() -> String {
    GraphDocument(recorded.withLock { $0.factories }).text
  }
}

/// What a recorder knows.
private struct RecordedFactories {
  /// In the order in which they were recorded.
  private(set) var factories: [RecordedFactory] = []
  /// Indices into `factories`.
  private var indices = [FactoryIdentity: Int]()

  mutating func add(
    _ event: ResolutionEvent, _ subject: FactoryIdentity, _ outer: FactoryIdentity?
  ) {
    // Both are known, or neither.
    let outer = outer.map { index(of: event.outer!, $0) }
    factories[index(of: event.subject, subject)].add(event, outer)
  }

  @inline(never)
  private mutating func index(of factory: FactoryReference, _ identity: FactoryIdentity) -> Int {
    if let index = indices[identity] { return index }
    indices[identity] = factories.count
    factories.append(RecordedFactory(reference: factory))
    return factories.count - 1
  }
}

/// What is known about one factory.
struct RecordedFactory {
  let reference: FactoryReference
  /// Nil until a resolution of the factory has ended.
  private(set) var scope: ScopeKind?
  private(set) var hasCustomScope = false
  /// The contexts whose closures have built an instance.
  private(set) var contexts: [String] = []
  /// Whether code that no factory has called has resolved it.
  private(set) var isRoot = false
  /// The indices of the factories whose closures have resolved it.
  private(set) var constructions: [Int] = []
  /// The indices of the factories whose decorators have resolved it, or their `autoRegister`.
  private(set) var otherResolutions: [Int] = []

  fileprivate init(reference: FactoryReference) {
    self.reference = reference
  }

  fileprivate mutating func add(_ event: ResolutionEvent, _ outer: Int?) {
    scope = event.scope
    hasCustomScope = event.hasCustomScope
    if let context = event.context { Self.add("\(context)", to: &contexts) }
    guard let outer else {
      isRoot = true
      return
    }
    if event.isPartOfConstruction {
      Self.add(outer, to: &constructions)
    } else {
      Self.add(outer, to: &otherResolutions)
    }
  }

  private static func add<Element: Equatable>(_ element: Element, to elements: inout [Element]) {
    if !elements.contains(element) { elements.append(element) }
  }
}

// MARK: -

// The graph of a recorded run, in the format of `factory graph --format json`.

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

// MARK: -

// Writes JSON without Foundation: arrays of objects with a line each.

/// An object in one line.
struct JSONObject {
  private var members = ""

  /// The object as JSON.
  var text: String { "{" + members + "}" }

  /// Adds a member that is a string, or null.
  @inline(never)
  mutating func add(_ name: String, _ value: String?) {
    add(name, json: value.map(Self.quoted) ?? "null")
  }

  /// Adds a member whose value is JSON already.
  @inline(never)
  mutating func add(_ name: String, json value: String) {
    members += members.isEmpty ? "\"" : ", \""
    members += name
    members += "\": "
    members += value
  }

  /// A string as JSON.
  @inline(never)
  static func quoted(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      if scalar < " " {
        text += scalar < "\u{10}" ? "\\u000" : "\\u00"
        text += String(scalar.value, radix: 16)
      } else {
        if scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

/// Objects in the order of their texts, each once.
struct JSONLines {
  private var lines: [String] = []

  @inline(never)
  mutating func insert(_ object: JSONObject) {
    let line = object.text
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle] == line { return }
      if lines[middle] < line { low = middle + 1 } else { high = middle }
    }
    lines.insert(line, at: low)
  }

  /// An array as JSON, as the value of a member with a line of its own.
  var text: String {
    @inline(never) get {
      lines.isEmpty ? "[]" : "[\n    " + lines.joined(separator: ",\n    ") + "\n  ]"
    }
  }
}
