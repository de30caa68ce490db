// Factory, MIT licence; see LICENSE
//
// The registrations of this application. A container calls `autoRegister` once, before its first
// factory is used. Here the application overrides what its modules declare, because only it imports
// all of them.
import FactoryKit
import Foundation
import TourCore

// In another package, write `@retroactive AutoRegistering`, because `Container` is then declared in
// a different package.
extension Container: AutoRegistering {
  public func autoRegister() {
    // A registration replaces a factory's own closure; its scope stays.
    logger.register { StandardErrorLogger() }

    // A context replaces it while a condition holds, here an argument of the process. The rest of
    // the program need not handle the options.
    reportWriter.onArg("--json") { JSONReportWriter() }
    isTracing.onArg("--trace") { true }
    textSource.onArg("--mock") { SampleTextSource() }
    clock.onArg("--mock") { { Date(timeIntervalSince1970: 0) } }
  }
}
