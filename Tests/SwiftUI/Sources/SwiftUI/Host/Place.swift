// Factory, MIT licence; see LICENSE
//
// A place in the tree of views, and the state that is stored there as long as it contains a view of
// the same type.
import Observation

public final class Place {
  private var kept: [[Int]: AnyObject] = [:]
  private var children: [AnyHashable: Place] = [:]
  private var visited: Set<AnyHashable> = []
  private let type: Any.Type
  let invalidate: () -> Void
  /// What the places above pass to this one.
  var environment = EnvironmentValues()
  /// Calls `update()` of dynamic properties, perhaps on another thread.
  let updating: Updating

  init(of type: Any.Type, updating: @escaping Updating, invalidate: @escaping () -> Void) {
    self.type = type
    self.updating = updating
    self.invalidate = invalidate
  }

  /// The value stored at `path`, created on first use.
  func kept<Object: AnyObject>(at path: [Int], _ make: () -> Object) -> Object {
    if let object = kept[path] as? Object { return object }
    let object = make()
    kept[path] = object
    return object
  }

  /// All values of a type that are stored here and below.
  func all<Object>(_ type: Object.Type) -> [Object] {
    kept.values.compactMap { $0 as? Object } + children.values.flatMap { $0.all(type) }
  }

  func keep(_ object: AnyObject, at path: [Int]) { kept[path] = object }
}

extension Place {
  /// Evaluates the view at this place, and all below it.
  @MainActor func show<V: View>(_ view: V, on screen: Screen) {
    visited = []
    if let view = view as? any PrimitiveView {
      view.show(at: self, on: screen)
    } else {
      var view = view
      installFields(of: &view, in: self, at: [])
      screen.evaluations += 1
      // Sendable: it only sets a flag of the host, on the thread that changes what was read.
      nonisolated(unsafe) let invalidate = invalidate
      let body = withObservationTracking {
        view.body
      } onChange: {
        invalidate()
      }
      show(child: body, as: 0, on: screen)
    }
    // Removes the places that are no longer shown, with their state.
    children = children.filter { visited.contains($0.key) }
  }

  /// Shows a child that is known among its siblings by `id`; another type starts with new state.
  /// - Parameter environment: the child's, if it is another one than that of this place.
  @MainActor func show<V: View>(
    child: V, as id: AnyHashable, on screen: Screen, in environment: EnvironmentValues? = nil
  ) {
    visited.insert(id)
    let place: Place
    if let present = children[id], present.type == V.self {
      place = present
    } else {
      place = Place(of: V.self, updating: updating, invalidate: invalidate)
      children[id] = place
    }
    place.environment = environment ?? self.environment
    place.show(child, on: screen)
  }
}

/// Runs a closure before it returns.
public typealias Updating = (@escaping @Sendable () -> Void) -> Void

/// A view without a body, which the host handles itself.
protocol PrimitiveView: View where Body == Never {
  @MainActor func show(at place: Place, on screen: Screen)
}

extension View where Body == Never {
  public var body: Never { fatalError("\(Self.self) has no body: only the host shows it") }
}
