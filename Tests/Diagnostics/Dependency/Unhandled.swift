// Factory, MIT licence; see LICENSE
//
// A factory that may fail, in a function that does not throw.
import FactoryKit

func use() {
  #if MISTAKE
    // error: errors thrown from here are not handled
    _ = try dependency(\.settings)
  #else
    _ = try? dependency(\.settings)
  #endif
}
