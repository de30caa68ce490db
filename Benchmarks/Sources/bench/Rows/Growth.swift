// Factory, MIT licence; see LICENSE
//
// Containers with many entries. The cost of a hit must not grow with their number.
import BenchCore
import BenchLimits
import FactoryKit

private let sizes = [10, 100, 1_000, 10_000]

let growthRows =
  sizes.map { size in
    Row(
      "growth.one.\(size)", "cached hit, one of \(grouped(size))", budget: budget(size, "one"),
      against: "growth.one.10"
    ) {
      let (container, names) = filledContainer(size)
      let name = names[size / 2]
      return { resolve(name, container, times: $0) }
    }
  }
  + sizes.map { size in
    Row(
      "growth.all.\(size)", "cached hits, each of \(grouped(size)) in turn",
      budget: budget(size, "all"), against: "growth.all.10"
    ) {
      let (container, names) = filledContainer(size)
      return { resolve(names, container, times: $0) }
    }
  }
  + sizes.map { size in
    Row(
      "growth.random.\(size)", "cached hits, \(grouped(size)) in random order",
      against: "growth.random.10"
    ) {
      let (container, names) = filledContainer(size)
      var generator = FixedGenerator()
      let shuffled = names.shuffled(using: &generator)
      return { resolve(shuffled, container, times: $0) }
    }
  }
  + sizes.map { size in
    Row(
      "growth.limit.\(size)", "limit: retain and release \(grouped(size)), random order",
      against: "growth.limit.10"
    ) {
      var generator = FixedGenerator()
      let objects = (0..<size).map { _ in Implementation() }.shuffled(using: &generator)
      let pointers = objects.map { Unmanaged.passUnretained($0).toOpaque() }
      return { times in
        withExtendedLifetime(objects) {
          bench_retain_release_each(pointers, Int64(pointers.count), Int64(times))
        }
      }
    }
  }

/// Only ten thousand entries have a budget.
private func budget(_ size: Int, _ kind: String) -> Budget? {
  size == 10_000 ? Budget(1.5, of: "growth.\(kind).10") : nil
}

private func grouped(_ size: Int) -> String {
  size < 1000 ? String(size) : "\(size / 1000),000"
}

/// A generator with the same numbers in every run.
private struct FixedGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

extension Container {
  func cached(_ name: StaticString) -> Factory<any Service> {
    self(key: name) { Implementation() }.cached
  }
}

private func filledContainer(_ size: Int) -> (Container, [StaticString]) {
  let container = Container()
  let names = names(size)
  for name in names { sink(container.cached(name)()) }
  return (container, names)
}

@inline(never)
private func resolve(_ name: StaticString, _ container: Container, times: Int) {
  for _ in 0..<times { sink(container.cached(name)()) }
}

@inline(never)
private func resolve(_ names: [StaticString], _ container: Container, times: Int) {
  names.withUnsafeBufferPointer { names in
    var index = 0
    for _ in 0..<times {
      sink(container.cached(names[index])())
      index += 1
      if index == names.count { index = 0 }
    }
  }
}
