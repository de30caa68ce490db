// Factory, MIT licence; see LICENSE
//
// What the processes of exit tests print, and the memory of this process, for tests of growth.
import Testing

#if os(Linux)
  import Foundation
#endif

/// What a process has written to its standard error.
func text(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// What a process has written to its standard output.
func output(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
}

#if os(Linux)
  /// Resident memory of this process, from the kernel.
  private func residentBytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { preconditionFailure("no statm") }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Ends the process if its memory grows in so many rounds. Only for processes of exit tests, because
  /// other tests allocate memory, too.
  func requireNoGrowth(inRounds count: Int, _ round: (Int) -> Void) {
    // After these, memory that is allocated once has been allocated.
    for number in 0..<10_000 { round(number) }
    let before = residentBytes()
    for number in 0..<count { round(number) }
    precondition(residentBytes() - before < Effort.growth)
  }
#endif
