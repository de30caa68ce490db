// Factory, MIT licence; see LICENSE
//
// The value that a watcher gets for each resolution.
internal import FactoryCore

/// A resolution that has ended with an instance.
///
/// Passed to the closures of ``ContainerManager/watch(_:)``. An event may be stored and passed to
/// other threads. It retains neither the container nor the instance. The names are composed when
/// they are read, so an event whose names are not read is cheap. See <doc:Watching>.
///
/// ```swift
/// let watch = Container.shared.manager.watch { event in
///   if event.duration > 0.1 { print(event.factory, event.duration) }
/// }
/// ```
public struct ResolutionEvent: Sendable {
  /// Where the instance comes from. A minor version may add cases, so a `switch` needs a `default`.
  public enum Kind: Sendable {
    /// It existed already, or another resolution has built it while this one waited.
    case kept
    /// The factory's own closure has built it.
    case built
    /// A closure that was registered has built it.
    case registered
    /// The closure of a context has built it.
    case context
  }

  /// Where the instance comes from.
  public let kind: Kind
  /// The number of resolutions around this one, of all containers: 0 for one that no factory's
  /// closure has caused.
  public let depth: Int
  /// How long the resolution took, in seconds, on the system's monotonic clock. Includes the time
  /// for the resolutions that it has caused, for `autoRegister` and for decorators, and the time
  /// spent waiting.
  public let duration: Double

  package let subject: FactoryReference
  package let outer: FactoryReference?
  /// Whether the closure of the factory around this one has caused the resolution, not its
  /// decorator or `autoRegister`.
  package let isPartOfConstruction: Bool
  /// The kind of the factory's scope. The scope itself is retained by its container only.
  package let scope: ScopeKind
  /// Whether the program has declared the scope.
  package let hasCustomScope: Bool
  /// The context whose closure has built the instance.
  package let context: FactoryContextType?

  /// The factory, as messages and traces name it, without the type: `Module.Container.name`. The
  /// type follows in angle brackets if the factory was registered by type, with ``Resolving``.
  public var factory: String { subject.name }

  /// The container's type: `Module.Container`.
  public var container: String { subject.containerName }

  /// The factory whose closure or decorator has caused the resolution, named like ``factory``; nil
  /// if there is none. It may be one of another container.
  public var parent: String? { outer?.name }
}

extension ResolutionEvent: CustomStringConvertible {
  /// The event in one line, such as `FactoryKit.Container.engine: built, depth 1, 0.0002 s`.
  public var description: String { "\(factory): \(kind), depth \(depth), \(duration) s" }
}
