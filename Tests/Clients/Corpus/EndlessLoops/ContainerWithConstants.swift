// Factory, MIT licence; see LICENSE
//
// A container with constants that its factories use.
import FactoryKit

public final class Office: SharedContainer {
  public static let shared = Office()
  public let manager = ContainerManager()
  let report = Report()
  public init() {}
}

extension Office {
  var itsReport: Factory<Report> { self { self.report } }
  var keptReport: Factory<Report> { self { self.report }.cached }
  var capturedReport: Factory<Report> { self { [report] in report }.singleton }
}

public func loopOnContainersConstant(_ office: Office) {
  while true { consume(office.itsReport()) }
}

public func loopOnKeptConstant(_ office: Office) {
  while true { _ = office.keptReport() }
}

public func loopOnCapturedConstant() {
  while true { consume(Office.shared.capturedReport()) }
}
