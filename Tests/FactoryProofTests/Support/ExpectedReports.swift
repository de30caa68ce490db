// Factory, MIT licence; see LICENSE
//
// What random programs of children log.
import FactoryTestSupport
import Testing

extension ExpectedLines {
  /// What random families log. The process logs some reports once, so their tests, which run one after the other, use this
  /// one.
  static let ofFamilies = ExpectedLines(containing: "FactoryProofTests.FamilyInstance")

  /// Expects that the lines are reports of registrations that were passed over, of unclosed instances and, in debug builds, of
  /// registrations that a context outranks, each of which is logged once.
  func expectReportsOfChildren() {
    let lines = lines
    #expect(Set(lines).count == lines.count)
    var reports = ["passed over: ", " was released without a shutdown, so the "]
    #if DEBUG
      reports.append(" is not used, because the factory has a closure for the context ")
    #endif
    for line in lines where !reports.contains(where: line.contains) {
      Issue.record("\(line)")
    }
  }
}
