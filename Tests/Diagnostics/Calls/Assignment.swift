// Factory, MIT licence; see LICENSE
//
// Another container for the process: `shared` is that of a task.
import FactoryKit

func replaceAll() {
  #if MISTAKE
    // error: cannot assign to property: 'shared' is a get-only property
    Container.shared = Container()
  #else
    Container().run { _ = Container.shared.service() }
  #endif
}
