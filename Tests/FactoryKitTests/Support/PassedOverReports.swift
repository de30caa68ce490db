// Factory, MIT licence; see LICENSE
//
// The reports of registrations of a child that an instance was built without.

extension [String] {
  /// The chains of the reports that a registration was passed over among these lines: the names of the factories of
  /// each.
  package var passedOver: [[String]] {
    filter { $0.contains("FactoryKit: passed over: ") }.map { report in
      report.split(separator: "\n").dropFirst().filter { $0.hasPrefix("  ") }.map { line in
        String(line.split(separator: "<")[0].split(separator: ".").last ?? "")
      }
    }
  }
}
