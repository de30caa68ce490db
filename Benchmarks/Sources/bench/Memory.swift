// Factory, MIT licence; see LICENSE
//
// The memory of entries, containers and wrappers: resident bytes of 100,000 objects. Each
// measurement is a separate process, so that it does not reuse memory that another one has freed.
import BenchCore
import FactoryKit
import Foundation

struct MemoryRow: Sendable {
  static let count = 100_000

  let name: String
  let title: String
  var budget: Double?
  /// Returns the number of bytes per object.
  let measure: @Sendable () -> Double
}

let memoryRows = [
  MemoryRow(name: "memory.entry", title: "entry, cached, beyond the instance", budget: 200) {
    difference(bytesOfEntries { sink($0.cached($1)()) }, bytesEach { opaque(Implementation()) })
  },
  MemoryRow(name: "memory.shutdown", title: "entry, cached, with a hook, beyond the instance") {
    difference(
      bytesOfEntries { sink($0.cached($1).onShutdown { sink($0) }()) },
      bytesEach { opaque(Implementation()) })
  },
  MemoryRow(name: "memory.registration", title: "entry, registered") {
    bytesOfEntries { container, name in
      container(key: name) { Implementation() as any Service }.register { Replacement() }
    }.bytes
  },
  MemoryRow(name: "memory.container", title: "container, empty") {
    bytesEach { Container() }.bytes
  },
  MemoryRow(name: "memory.container.used", title: "container with one cached instance") {
    bytesEach {
      let container = Container()
      sink(container.cached())
      return container
    }.bytes
  },
  MemoryRow(
    name: "memory.child", title: "child with a registration, resolved, and a singleton",
    budget: 1024
  ) {
    let parent = Container.inUse()
    return bytesEach { makeRequest(of: parent) }.bytes
  },
  MemoryRow(name: "memory.lazy", title: "`@LazyInjected`, not yet read") {
    difference(bytesEach { Kept(LazyOwner()) }, bytesEach { Kept(nil) })
  },
]

/// Stores a wrapper in an object, as an owner of the wrapper does.
private final class Kept {
  let owner: LazyOwner?
  init(_ owner: LazyOwner?) { self.owner = owner }
}

/// The result, and the measured objects, which are kept alive so that the next measurement does not
/// reuse their memory.
private typealias Measured = (bytes: Double, kept: Any)

private func difference(_ whole: Measured, _ part: Measured) -> Double {
  withExtendedLifetime((whole.kept, part.kept)) { whole.bytes - part.bytes }
}

/// Resident bytes per object, including the objects that it owns.
private func bytesEach(_ make: () -> AnyObject) -> Measured {
  // The first object pays for one-time initialisation. The array makes its memory resident.
  var kept = [AnyObject](repeating: make(), count: MemoryRow.count)
  let before = residentBytes()
  for index in kept.indices { kept[index] = make() }
  let after = residentBytes()
  return (Double(after - before) / Double(MemoryRow.count), kept)
}

/// Resident bytes per entry in a container that has 100,000 entries.
private func bytesOfEntries(_ make: (Container, StaticString) -> Void) -> Measured {
  let names = names(MemoryRow.count)
  make(Container(), names[0])
  let container = Container()
  let before = residentBytes()
  for name in names { make(container, name) }
  let after = residentBytes()
  return (Double(after - before) / Double(MemoryRow.count), container)
}

#if os(Linux)
  let canMeasureMemory = true

  private func residentBytes() -> Int {
    // Opened each time, because the kernel generates the contents when the file is opened.
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else {
      preconditionFailure("/proc/self/statm does not say how much memory is resident.")
    }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
#else
  let canMeasureMemory = false

  private func residentBytes() -> Int {
    preconditionFailure("Resident memory is measured on Linux only.")
  }
#endif

extension MemoryRow {
  /// Measures in a separate process.
  func measureApart() throws -> MemoryMeasurement {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["memory", name]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0,
      let bytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { throw Failure(row: name, output: text) }
    return MemoryMeasurement(name: name, title: title, bytes: bytes, budget: budget)
  }

  struct Failure: Error, CustomStringConvertible {
    let row: String
    let output: String
    var description: String { "Measuring \(row) in a process of its own failed: \(output)" }
  }
}
