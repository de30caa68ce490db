// Factory, MIT licence; see LICENSE
//
// Wrappers on main-actor factories, in a type that is not isolated to the main actor.
import FactoryKit

#if MISTAKE
  final class Screen {
    // error: main actor-isolated default value in a nonisolated context
    @Injected(\.model) var model
    // error: main actor-isolated default value in a nonisolated context
    @LazyInjected(\Payments.model) var lazy
    // error: main actor-isolated default value in a nonisolated context
    @Injected(\.editor) var makeEditor
  }
#else
  @MainActor final class Screen {
    @Injected(\.model) var model
    @LazyInjected(\Payments.model) var lazy
    @Injected(\.editor) var makeEditor
  }
#endif
