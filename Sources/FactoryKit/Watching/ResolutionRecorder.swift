// Factory, MIT licence; see LICENSE
//
// Collects the events of a run, and writes them as a graph.

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
public final class ResolutionRecorder: @unchecked Sendable {
  // Sendable: `run` is guarded by `lock`.
  private let lock = Lock()
  @exclusivity(unchecked) private var run = RecordedRun()

  /// Creates a recorder without events.
  public init() {}

  /// Adds a resolution, and the factory that has caused it.
  ///
  /// Takes a lock and searches two tables.
  ///
  /// ```swift
  /// let recorder = ResolutionRecorder()
  /// let watch = Container.shared.manager.watch { recorder.record($0) }
  /// ```
  public func record(_ event: ResolutionEvent) {
    lock.withLock { run.add(event) }
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
    GraphDocument(lock.withLock { run }).text
  }
}

/// What is known about the factories of a run.
struct RecordedRun {
  struct Edge: Hashable {
    let from: FactoryReference
    let to: FactoryReference
    let isPartOfConstruction: Bool
  }

  private(set) var factories: [FactoryReference: RecordedFactory] = [:]
  private(set) var edges: Set<Edge> = []

  mutating func add(_ event: ResolutionEvent) {
    // The function that a wrapper injects resolves the factory itself when it is called.
    if event.subject.isFunction { return }
    factories[event.subject, default: RecordedFactory()].add(event)
    guard let outer = event.outer else { return }
    if factories[outer] == nil { factories[outer] = RecordedFactory() }
    edges.insert(
      Edge(from: outer, to: event.subject, isPartOfConstruction: event.isPartOfConstruction))
  }
}

/// What is known about one factory.
struct RecordedFactory {
  /// Nil until a resolution of the factory has ended.
  private(set) var scope: ScopeMark?
  private(set) var contexts: [FactoryContextType] = []
  /// Whether code that no factory has called has resolved it.
  private(set) var isRoot = false

  fileprivate mutating func add(_ event: ResolutionEvent) {
    scope = event.scope
    if event.outer == nil { isRoot = true }
    if let context = event.context, !contexts.contains(context) { contexts.append(context) }
  }
}
