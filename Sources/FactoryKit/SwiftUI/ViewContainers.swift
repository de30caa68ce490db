// Factory, MIT licence; see LICENSE
//
// The containers of a view, which SwiftUI's environment passes to the views below it.
#if canImport(SwiftUI)
  internal import FactoryKitCore
  internal import SwiftUI

  /// The containers that a view injects from: the nearest one of each type.
  struct ViewContainers: Sendable {
    private var containers: [any AnyViewContainer] = []

    var isEmpty: Bool { containers.isEmpty }

    subscript<C: SharedContainer>(_: C.Type) -> ViewContainer<C>? {
      get { containers.lazy.compactMap { $0 as? ViewContainer<C> }.first }
      set {
        containers.removeAll { $0 is ViewContainer<C> }
        if let newValue { containers.append(newValue) }
      }
    }

    /// Runs a closure in which all these containers are the shared ones of their types.
    func run<Result>(_ body: () -> Result) -> Result { Self.run(containers[...], body) }

    private static func run<Result>(
      _ containers: ArraySlice<any AnyViewContainer>, _ body: () -> Result
    ) -> Result {
      guard let first = containers.first else { return body() }
      return first.run { run(containers.dropFirst(), body) }
    }
  }

  extension ViewContainers: Equatable {
    static func == (left: Self, right: Self) -> Bool {
      left.containers.elementsEqual(right.containers) { $0.container === $1.container }
    }
  }

  private protocol AnyViewContainer: Sendable {
    var container: AnyObject { get }
    func run<Result>(_ body: () -> Result) -> Result
  }

  /// A container of a view, and how it becomes the shared one of its type.
  struct ViewContainer<C: SharedContainer>: Sendable {
    let shared: TaskLocal<C>
    let instance: C
  }

  extension ViewContainer: AnyViewContainer {
    fileprivate var container: AnyObject { instance }

    fileprivate func run<Result>(_ body: () -> Result) -> Result { instance.run(shared, body) }
  }

  // MARK: The environment

  private enum ViewContainersKey: EnvironmentKey {
    static let defaultValue = ViewContainers()
  }

  /// Identifies, in a key path, a view's container of one type.
  struct ContainerKey<C: SharedContainer>: Hashable {}

  extension EnvironmentValues {
    var viewContainers: ViewContainers {
      get { self[ViewContainersKey.self] }
      set { self[ViewContainersKey.self] = newValue }
    }

    /// Setting it leaves the containers of other types as they are.
    subscript<C>(_: ContainerKey<C>) -> ViewContainer<C>? {
      get { viewContainers[C.self] }
      set { viewContainers[C.self] = newValue }
    }
  }
#endif
