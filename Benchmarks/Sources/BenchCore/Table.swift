// Factory, MIT licence; see LICENSE
//
// Tables in Markdown.

/// A Markdown table with padded columns. All columns except the first are aligned to the right.
public func table(header: [String], rows: [[String]]) -> String {
  let widths = header.indices.map { column in
    max(2, ([header] + rows).map { $0[column].count }.max()!)
  }
  func line(_ cells: [String]) -> String {
    let padded = cells.indices.map { column in
      let space = String(repeating: " ", count: widths[column] - cells[column].count)
      return column == 0 ? cells[column] + space : space + cells[column]
    }
    return "| " + padded.joined(separator: " | ") + " |"
  }
  let rule = widths.indices.map { column in
    String(repeating: "-", count: widths[column] - 1) + (column == 0 ? "-" : ":")
  }
  return ([line(header), line(rule)] + rows.map(line)).joined(separator: "\n")
}

/// A number with a fixed number of digits after the decimal point.
public func digits(_ value: Double, _ places: Int) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  let scaled = Int((value.magnitude * scale).rounded())
  let sign = value < 0 && scaled != 0 ? "-" : ""
  if places == 0 { return sign + String(scaled) }
  let fraction = String(scaled % Int(scale))
  let zeros = String(repeating: "0", count: places - fraction.count)
  return sign + String(scaled / Int(scale)) + "." + zeros + fraction
}

extension Measurement {
  public static let header = ["operation", "ns", "±", "ratio", "budget", ""]

  public var cells: [String] {
    let unit = reference == Budget.direct || reference == Budget.directInTask ? " D" : " ×"
    return [
      title, digits(nanoseconds, 1), digits(spread * 100, 0) + " %", digits(ratio, 2) + unit,
      budget.map { digits($0, 2) + unit } ?? "",
      budget == nil ? "" : isOver() ? "OVER" : "ok",
    ]
  }
}
