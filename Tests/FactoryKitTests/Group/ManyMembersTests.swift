// Factory, MIT licence; see LICENSE
//
// Groups with many members: what resolving them costs, as the number of comparisons, and what they retain.
import FactoryTestSupport
import FactoryTesting
import Testing

/// An argument of a key path that counts how often it is hashed and compared.
private struct Number: Hashable, Sendable {
  let value: Int
  let uses: Counter

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.uses.increment()
    return lhs.value == rhs.value
  }

  func hash(into hasher: inout Hasher) {
    uses.increment()
    hasher.combine(value)
  }
}

private final class NumberContainer: SharedContainer {
  @TaskLocal static var shared = NumberContainer()
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: NumberContainer) { manager = ContainerManager(childOf: parent) }
}

extension NumberContainer {
  fileprivate var numbers: FactoryGroup<Int> { group() }
  fileprivate subscript(number: Number) -> Factory<Int> { self { number.value } }
}

@Suite("Groups with many members")
struct ManyMembersTests {
  private let uses = Counter()

  private func keyPaths(
    _ numbers: Range<Int>
  ) -> [KeyPath<NumberContainer, Factory<Int>>] {
    numbers.map { \.[Number(value: $0, uses: uses)] }
  }

  /// How often the arguments are hashed and compared in `body`, for each of `count` members.
  private func usesForEach(_ count: Int, _ body: () -> Void) -> Double {
    let before = uses.value
    body()
    return Double(uses.value - before) / Double(count)
  }

  @Test(
    "A child's group compares each member a few times, however many there are",
    arguments: [10, 1000])
  func child(count: Int) {
    let (parent, keyPaths) = (NumberContainer(), keyPaths(0..<count * 2))
    for keyPath in keyPaths[..<count] { parent.numbers.add(keyPath) }
    let child = NumberContainer(parent: parent)
    let resolving = usesForEach(count) { #expect(child.numbers() == Array(0..<count)) }
    #expect(resolving == 0)
    for keyPath in keyPaths { child.numbers.add(keyPath) }
    let all = usesForEach(count) { #expect(child.numbers() == Array(0..<count * 2)) }
    // How many depends on the seed of the hash function, which is another one in each process.
    #expect(all < 10)
    #expect(parent.numbers() == Array(0..<count))
  }

  @Test("So it does if its parent gets members that the child has", arguments: [10, 1000])
  func both(count: Int) {
    let (parent, keyPaths) = (NumberContainer(), keyPaths(0..<count))
    let child = NumberContainer(parent: parent)
    for keyPath in keyPaths { child.numbers.add(keyPath) }
    for keyPath in keyPaths.reversed() { parent.numbers.add(keyPath, order: 1) }
    let resolving = usesForEach(count) { #expect(child.numbers() == Array(0..<count)) }
    #expect(resolving < 10)
    #expect(parent.numbers() == (0..<count).reversed())
  }

  @Test("pop releases the members that were added after push")
  func popped() {
    final class Captured: Sendable {}
    let container = NumberContainer()
    container.numbers.add { 1 }
    weak var captured: Captured?
    container.manager.push()
    do {
      let object = Captured()
      captured = object
      container.numbers.add { withExtendedLifetime(object) { 2 } }
    }
    #expect(container.numbers() == [1, 2])
    container.manager.pop()
    #expect(captured == nil)
    #expect(container.numbers() == [1])
  }
}
