// Factory, MIT licence; see LICENSE
//
// A wrapper on an asynchronous factory at a local variable.
import FactoryKit

func use() {
  #if MISTAKE
    // error: a property wrapper cannot wait, throw or pass a parameter
    @Injected(\.database) var database
    _ = database
  #else
    @Injected(\.service) var service
    _ = service
  #endif
}
