// Factory, MIT licence; see LICENSE
//
// Modifiers of views.

/// A view and an action for when it is shown.
struct Modified<Content: View>: View, PrimitiveView {
  typealias Body = Never
  let content: Content
  let modify: @MainActor (Place, Screen, () -> Void) -> Void

  init(
    _ content: Content, _ modify: @escaping @MainActor (Place, Screen, () -> Void) -> Void
  ) {
    self.content = content
    self.modify = modify
  }

  @MainActor func show(at place: Place, on screen: Screen) {
    modify(place, screen) { place.show(child: content, as: 0, on: screen) }
  }
}

extension View {
  /// Runs `action` when the view is first shown in its place.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    Modified(self) { place, screen, showContent in
      showContent()
      _ = place.kept(at: []) {
        if let action { screen.actions.append(action) }
        return Flag()
      }
    }
  }

  /// Runs `action` when the view is removed from its place.
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    Modified(self) { place, _, showContent in
      showContent()
      _ = place.kept(at: []) { Disappearance(action) }
    }
  }

  /// Shows `content` while `isPresented` is true.
  public func sheet<Content>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View where Content: View {
    Modified(self) { place, screen, showContent in
      showContent()
      if isPresented.wrappedValue { place.show(child: content(), as: 1, on: screen) }
    }
  }

  /// Starts a task when the view is first shown in its place, and cancels it when the view
  /// disappears.
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    Modified(self) { place, screen, showContent in
      showContent()
      screen.actions.append {
        _ = place.kept(at: []) { RunningTask(priority, action) }
      }
    }
  }

  public func navigationTitle<S>(_ title: S) -> some View where S: StringProtocol {
    let title = String(title)
    return Modified(self) { _, screen, showContent in
      screen.elements.append(.title(title))
      showContent()
    }
  }

  public func toolbar<Content>(@ViewBuilder content: () -> Content) -> some View
  where Content: View {
    let content = content()
    return Modified(self) { place, screen, showContent in
      showContent()
      place.show(child: content, as: 1, on: screen)
    }
  }

  public func disabled(_ disabled: Bool) -> some View {
    Modified(self) { _, screen, showContent in
      let wasDisabled = screen.isDisabled
      screen.isDisabled = wasDisabled || disabled
      showContent()
      screen.isDisabled = wasDisabled
    }
  }
}

// MARK: Without effect here

extension View {
  public func font(_ font: Font?) -> some View { self }
  public func foregroundColor(_ color: Color?) -> some View { self }
}

public struct Font: Hashable, Sendable {
  public static let headline = Font()
}

public struct Color: Hashable, Sendable {
  public static let red = Color()
}

/// An action for when a view is removed.
private final class Disappearance {
  private let action: (() -> Void)?

  init(_ action: (() -> Void)?) { self.action = action }

  deinit { action?() }
}

/// A task that is cancelled with the place that started it.
final class RunningTask {
  let task: Task<Void, Never>
  var isAwaited = false

  init(_ priority: TaskPriority, _ action: @escaping @Sendable () async -> Void) {
    task = Task(priority: priority) { await action() }
  }

  deinit { task.cancel() }
}

extension RunningTask {
  /// A task in `place`, or below, that has not been waited for yet.
  @MainActor static func next(in place: Place) -> Task<Void, Never>? {
    for running in place.all(RunningTask.self) where !running.isAwaited {
      running.isAwaited = true
      return running.task
    }
    return nil
  }
}
