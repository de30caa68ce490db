// Factory, MIT licence; see LICENSE
//
// Instances that are stored in an object.
import FactoryKit

public final class Shelf {
  public var report: any Reporting = Report()
  public var reports: [Int: any Reporting] = [:]
  public init() {}

  public func loopAndStore(_ container: Container) {
    while true { report = container.reporting() }
  }

  public func loopAndStoreMany(_ container: Container) {
    while true { reports[report.report()] = container.cached() }
  }
}
