// Factory, MIT licence; see LICENSE
//
// The visible result of an evaluation, and the actions that it requested.

@MainActor final class Screen {
  enum Element {
    case text(String)
    case title(String)
    case button(String, () -> Void)
    case field(String, Binding<String>)
    case toggle(String, Binding<Bool>)
  }

  var elements: [Element] = []
  var evaluations = 0
  /// Run after the evaluation, as `onAppear` is.
  var actions: [() -> Void] = []
  /// Whether what is being shown is in a disabled view, whose controls are not offered.
  var isDisabled = false

  var texts: [String] {
    elements.compactMap {
      switch $0 {
      case .text(let text), .title(let text), .button(let text, _): text
      case .field(_, let binding): binding.wrappedValue
      case .toggle: nil
      }
    }
  }
}
