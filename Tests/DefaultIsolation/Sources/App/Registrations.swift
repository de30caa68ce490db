// Factory, MIT licence; see LICENSE
//
// What the application registers before its container is used, on whichever thread that is.
// A conformance between two public types is public, so the import is too.
public import FactoryKit
import Services

// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive AutoRegistering {
  public func autoRegister() {
    accountLoader.register { AppAccounts() }
    accountName.register { "account \($0)" }
    theme.onArg("dark theme") { "dark" }
    #if DEBUG
      theme.onTest { "test" }
    #endif
  }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive Resolving {}

extension Container {
  /// Registrations of isolated factories; called on the main actor, such as by the initialiser of an `App`.
  @MainActor func registerStart() {
    start.register { { ScreenModel(title: "Start").title } }
  }
}
