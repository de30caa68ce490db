// Factory, MIT licence; see LICENSE
//
// A factory that may fail, resolved without `try`.
import FactoryKit

func use() throws {
  #if MISTAKE
    // error: call can throw but is not marked with 'try'
    _ = dependency(\.settings)
    // error: call can throw but is not marked with 'try'
    _ = dependency(\.document, parameter: 3)
    // error: call can throw but is not marked with 'try'
    _ = dependency(\Payments.settings)
  #else
    _ = try dependency(\.settings)
    _ = try dependency(\.document, parameter: 3)
    _ = try dependency(\Payments.settings)
  #endif
}
