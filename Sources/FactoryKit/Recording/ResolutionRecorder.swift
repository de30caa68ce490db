// Factory, MIT licence; see LICENSE
//
// Collects the events of a run, and writes them as a graph.
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
