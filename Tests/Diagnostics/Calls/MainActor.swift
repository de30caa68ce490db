// Factory, MIT licence; see LICENSE
//
// A main-actor factory, called elsewhere without `await`.
import FactoryKit

func elsewhere() async {
  #if MISTAKE
    // error: cannot be called from outside of the actor
    _ = Container.shared.model()
    // error: cannot be called from outside of the actor
    _ = Container.shared.editor(Service())
    // error: cannot be called from outside of the actor
    _ = Container.shared.model.resolvedOrNil()
  #else
    _ = await Container.shared.model()
    _ = await Container.shared.editor(Service())
    _ = await Container.shared.model.resolvedOrNil()
  #endif
}

func synchronous() {
  #if MISTAKE
    // error: in a synchronous nonisolated context
    _ = Container.shared.model()
  #else
    Container.shared.model.register { Model() }
  #endif
}
