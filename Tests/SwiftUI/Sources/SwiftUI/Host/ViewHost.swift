// Factory, MIT licence; see LICENSE
//
// Hosts a view in a test: creates its place, evaluates it, and simulates a user's actions.

/// Shows one view, as a window does. Nothing happens by itself: what a change invalidates is
/// evaluated by ``update()``, and everything is evaluated then, from the top.
@MainActor public final class ViewHost {
  private var place: Place?
  private var screen = Screen()
  private var showAgain: () -> Void = {}
  private let flag = Flag()

  /// How many bodies have been evaluated.
  public private(set) var evaluations = 0

  /// Whether something asks for another evaluation: a state, an object, an observed property.
  public var isInvalid: Bool { flag.isSet }

  /// - Parameter updating: calls `update()` of dynamic properties. SwiftUI's documentation does not
  ///   say on which thread it does that.
  public init<V: View>(_ view: V, updating: @escaping Updating = { $0() }) {
    flag.isSet = false
    place = Place(of: V.self, updating: updating) { [flag] in flag.isSet = true }
    show(view)
  }

  /// Puts another value of the view in the same place, as a parent that is evaluated again does.
  public func show<V: View>(_ view: V) {
    showAgain = { [unowned self] in
      flag.isSet = false
      screen = Screen()
      place?.show(view, on: screen)
      evaluations += screen.evaluations
      let actions = screen.actions
      for action in actions { action() }
    }
    showAgain()
  }

  /// Evaluates again if something has changed, until nothing changes.
  public func update() {
    while flag.isSet { showAgain() }
  }

  /// Removes the view and its state.
  public func remove() {
    showAgain = {}
    screen = Screen()
    place = nil
  }

  /// Waits for the tasks that views have started, and shows what they changed.
  public func settle() async {
    while let place, let task = RunningTask.next(in: place) {
      await task.value
      update()
    }
    update()
  }

  // MARK: The visible result

  public var texts: [String] { screen.texts }

  public func shows(_ text: String) -> Bool { texts.contains(text) }

  // MARK: The user's actions

  /// Presses the button or link with this label; false if there is none.
  @discardableResult
  public func press(_ label: String) -> Bool {
    use {
      guard case .button(label, let action) = $0 else { return false }
      action()
      return true
    }
  }

  /// Enters a text into the field with this label; false if there is none.
  @discardableResult
  public func enter(_ text: String, into label: String) -> Bool {
    use {
      guard case .field(label, let binding) = $0 else { return false }
      binding.wrappedValue = text
      return true
    }
  }

  /// Turns the switch with this label; false if there is none.
  @discardableResult
  public func turn(_ label: String, on isOn: Bool) -> Bool {
    use {
      guard case .toggle(label, let binding) = $0 else { return false }
      binding.wrappedValue = isOn
      return true
    }
  }

  private func use(_ body: (Screen.Element) -> Bool) -> Bool {
    let isFound = screen.elements.contains(where: body)
    update()
    return isFound
  }
}

/// Set by every change.
final class Flag {
  var isSet = false
}
