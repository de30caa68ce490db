// Factory, MIT licence; see LICENSE
//
// The memory of the process, for tests of growth.
#if os(Linux)
  import Foundation

  /// Resident memory of this process, from the kernel.
  func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { preconditionFailure("no statm") }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
#endif
