// Factory, MIT licence; see LICENSE
//
// What is special about this application. A container calls `autoRegister` once, before its first
// factory is used; here an application overrides what its modules declare, and only it can see
// all of them.
import FactoryKit
import Foundation
import TourCore

// In a package of your own write `@retroactive AutoRegistering`: Container is then another's class.
extension Container: AutoRegistering {
  public func autoRegister() {
    // A registration replaces a factory's own closure; its scope stays.
    logger.register { StandardErrorLogger() }

    // A context replaces it while a condition holds, here an argument of the process. Nobody
    // else needs to know of the options.
    reportWriter.onArg("--json") { JSONReportWriter() }
    isTracing.onArg("--trace") { true }
    textSource.onArg("--mock") { SampleTextSource() }
    clock.onArg("--mock") { { Date(timeIntervalSince1970: 0) } }
  }
}
