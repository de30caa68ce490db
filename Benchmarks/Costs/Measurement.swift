// Factory, MIT licence; see LICENSE
//
// The program that `Benchmarks/costs` runs for each library. It prints a line for each operation: its name and its
// nanoseconds, the shortest of several samples, because other programs can only lengthen them. The libraries differ in
// `operations`, `resolveForty` and `makeContainer`, which other files define.

import Dispatch

#if canImport(Glibc)
  import Glibc
#endif

protocol Greeter: AnyObject, Sendable {}
final class LiveGreeter: Greeter {}
final class OtherGreeter: Greeter {}

struct Operation: Sendable {
  let name: String
  /// Repeats the operation.
  let run: @Sendable (Int) -> Void

  init(_ name: String, _ run: @escaping @Sendable (Int) -> Void) {
    self.name = name
    self.run = run
  }

  /// The nanoseconds of one repetition, if so many threads repeat it at the same time.
  func nanoseconds(threads: Int) -> Double {
    func sample(_ count: Int) -> Double {
      let duration = ContinuousClock().measure {
        if threads == 1 {
          run(count)
        } else {
          DispatchQueue.concurrentPerform(iterations: threads) { _ in run(count) }
        }
      }
      return Double(duration.components.attoseconds) / 1e9 + Double(duration.components.seconds)
        * 1e9
    }
    var count = 1
    while sample(count) < 5_000_000 { count *= 2 }
    return (0..<11).map { _ in sample(count) / Double(count) }.min() ?? 0
  }
}

/// Uses a result, so that the compiler computes it. Not optimised, so that the compiler does not know that it does nothing.
@inline(never) @_optimize(none)
func sink(_ greeter: any Greeter) {}

/// The resident memory of this process in bytes, if the system tells.
func residentBytes() -> Int? {
  #if canImport(Glibc)
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, 256, file) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      return nil
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  #else
    return nil
  #endif
}

/// The bytes of a container with forty instances.
func bytesOfForty<Made>(_ makeContainer: () -> Made) -> Double? {
  let count = 2500
  var containers: [Made] = []
  containers.reserveCapacity(count)
  containers.append(makeContainer())
  guard let before = residentBytes() else { return nil }
  for _ in 1..<count { containers.append(makeContainer()) }
  guard let after = residentBytes() else { return nil }
  return withExtendedLifetime(containers) { Double(after - before) / Double(count - 1) }
}

@main
enum Main {
  static func main() {
    // Memory first, when the process has released none that could be used again.
    if let makeContainer, let bytes = bytesOfForty(makeContainer) { print("memory", bytes) }
    for operation in operations {
      print(operation.name, operation.nanoseconds(threads: 1))
      if operation.name == "hit" { print("hit.threads", operation.nanoseconds(threads: 2)) }
    }
  }
}
