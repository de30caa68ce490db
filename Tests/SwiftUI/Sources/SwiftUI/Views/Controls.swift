// Factory, MIT licence; see LICENSE
//
// Views that show a text or accept an action of the user.

public struct Text: View, PrimitiveView {
  public typealias Body = Never
  let text: String

  public init<S>(_ content: S) where S: StringProtocol { text = String(content) }

  @MainActor func show(at place: Place, on screen: Screen) { screen.elements.append(.text(text)) }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
public struct ProgressView: View, PrimitiveView {
  public typealias Body = Never
  let title: String?

  public init() { title = nil }
  public init<S>(_ title: S) where S: StringProtocol { self.title = String(title) }

  @MainActor func show(at place: Place, on screen: Screen) {
    if let title { screen.elements.append(.text(title)) }
  }
}

public struct Button<Label: View>: View, PrimitiveView {
  public typealias Body = Never
  let action: @MainActor () -> Void
  let label: Label

  @preconcurrency
  public init<S>(_ title: S, action: @escaping @MainActor () -> Void)
  where Label == Text, S: StringProtocol {
    self.action = action
    label = Text(title)
  }

  @MainActor func show(at place: Place, on screen: Screen) {
    let texts = Screen()
    place.show(child: label, as: 0, on: texts)
    screen.offer(.button(texts.texts.joined(separator: " "), action))
  }
}

public struct TextField: View, PrimitiveView {
  public typealias Body = Never
  let title: String
  let text: Binding<String>

  public init<S>(_ title: S, text: Binding<String>) where S: StringProtocol {
    self.title = String(title)
    self.text = text
  }

  @MainActor func show(at place: Place, on screen: Screen) { screen.offer(.field(title, text)) }
}

public struct SecureField: View {
  private let field: TextField

  public init<S>(_ title: S, text: Binding<String>) where S: StringProtocol {
    field = TextField(title, text: text)
  }

  public var body: some View { field }
}

public struct Toggle: View, PrimitiveView {
  public typealias Body = Never
  let title: String
  let isOn: Binding<Bool>

  public init<S>(_ title: S, isOn: Binding<Bool>) where S: StringProtocol {
    self.title = String(title)
    self.isOn = isOn
  }

  @MainActor func show(at place: Place, on screen: Screen) { screen.offer(.toggle(title, isOn)) }
}

/// A button until it is pressed; then its destination is shown below it.
public struct NavigationLink<Label: View, Destination: View>: View, PrimitiveView {
  public typealias Body = Never
  let destination: Destination
  let label: Label

  public init(
    @ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label
  ) {
    self.destination = destination()
    self.label = label()
  }

  @MainActor func show(at place: Place, on screen: Screen) {
    let isOpen = place.kept(at: []) { StateLocation(false, invalidate: place.invalidate) }
    let texts = Screen()
    place.show(child: label, as: 0, on: texts)
    screen.offer(.button(texts.texts.joined(separator: " ")) { isOpen.change(to: true) })
    if isOpen.value { place.show(child: destination, as: 1, on: screen) }
  }
}

extension NavigationLink where Label == Text {
  public init<S>(_ title: S, @ViewBuilder destination: () -> Destination)
  where S: StringProtocol {
    self.init(destination: destination) { Text(title) }
  }
}

extension Screen {
  /// Shows a control, unless an enclosing view is disabled.
  func offer(_ control: Element) {
    if !isDisabled { elements.append(control) }
  }
}
