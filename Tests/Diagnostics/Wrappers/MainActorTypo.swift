// Factory, MIT licence; see LICENSE
//
// Such key paths in a main-actor type.
import FactoryKit

@MainActor final class Screen {
  #if MISTAKE
    // error: value of type 'Container' has no member 'modle'
    @Injected(\.modle) var model
    // error: value of type 'Container' has no member 'modle'
    @LazyInjected(\.modle) var lazy: Model
  #else
    @Injected(\.model) var model
    @LazyInjected(\.model) var lazy: Model
  #endif
}
