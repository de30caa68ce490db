// Factory, MIT licence; see LICENSE
//
// A factory that may fail, called without `try`.
import FactoryKit

func use() throws {
  #if MISTAKE
    // error: call can throw but is not marked with 'try'
    _ = Container.shared.settings()
    // error: call can throw but is not marked with 'try'
    _ = Container.shared.document(3)
  #else
    _ = try Container.shared.settings()
    _ = try Container.shared.document(3)
  #endif
}
