// Factory, MIT licence; see LICENSE
//
// A main-actor factory, resolved elsewhere without `await`.
import FactoryKit

func use() async {
  #if MISTAKE
    // error: cannot be called from outside of the actor
    _ = dependency(\.model)
    // error: cannot be called from outside of the actor
    _ = dependency(\.editor, parameter: Service())
  #else
    _ = await dependency(\.model)
    _ = await dependency(\.editor, parameter: Service())
  #endif
}

#if MISTAKE
  func show() {
    // error: call to main actor-isolated global function
    _ = dependency(\.model)
  }
#else
  @MainActor func show() {
    _ = dependency(\.model)
  }
#endif
