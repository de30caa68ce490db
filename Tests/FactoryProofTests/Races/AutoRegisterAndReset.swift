// Factory, MIT licence; see LICENSE
//
// A container with `autoRegister` that another thread resets: no resolution finds it without its registrations.
// Also between two instructions of a resolution, which threads that run freely do only once in about a hundred
// million resolutions.
import FactoryTestSupport
import FactoryTesting
import Testing

extension SharedSingletons {
  @Suite("Resolving while a container with autoRegister is reset")
  struct AutoRegisterAndReset {
    enum Resolution: CaseIterable, Sendable {
      case plain, cached, parameter, keptValue, group, cachedGroup

      /// Returns the closure to call repeatedly.
      func resolve(_ container: MockingContainer) -> @Sendable () -> Int {
        switch self {
        case .plain: return { container.plain() }
        case .cached: return { container.cached() }
        case .parameter: return { container.parameter(0) }
        case .keptValue:
          let factory = container.plain
          return { factory() }
        case .group: return { container.numbers() == [1] ? 1 : 0 }
        case .cachedGroup: return { container.cachedNumbers() == [1] ? 1 : 0 }
        }
      }
    }

    @Test("Every resolution finds what autoRegister registers", arguments: Resolution.allCases)
    func neverUnregistered(front: Resolution) {
      let container = MockingContainer()
      let resolve = front.resolve(container)
      let wrong = Counter()
      whileChanging(Effort.scaled(12_000), readers: 3) { _ in
        container.reset()
      } read: {
        if resolve() != 1 { wrong.increment() }
      }
      #expect(wrong.value == 0)
    }

    @Test("The first threads that use a container during a reset find its registrations")
    func firstUse() {
      let wrong = Counter()
      for _ in 0..<Effort.scaled(2_000) {
        let container = MockingContainer()
        onThreads(3) { index in
          if index == 0 { return container.reset() }
          if container.plain() != 1 { wrong.increment() }
        }
      }
      #expect(wrong.value == 0)
    }
  }
}

/// Registers 1 where its factories make 0.
final class MockingContainer: ManagedContainer, AutoRegistering {
  let manager: ContainerManager

  init() { manager = ContainerManager() }

  init(parent: MockingContainer) { manager = ContainerManager(childOf: parent) }

  /// Other factories, so that registering and resetting take longer.
  private static let others: [StaticString] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p",
  ]

  var plain: Factory<Int> { self { 0 } }
  var cached: Factory<Int> { self { 0 }.cached }
  var parameter: ParameterFactory<Int, Int> { self { $0 } }
  var numbers: FactoryGroup<Int> { group() }
  var cachedNumbers: FactoryGroup<Int> { group().cached }

  func autoRegister() {
    plain.register { 1 }
    cached.register { 1 }
    for key in Self.others { Factory(self, key: key) { 0 }.register { 1 } }
    parameter.register { _ in 1 }
    numbers.add { 1 }
    cachedNumbers.add { 1 }
  }
}

// A debug build has several times as many instructions before the ones that matter.
#if os(Linux) && canImport(Glibc) && arch(x86_64) && !DEBUG
  import SteppedThread

  extension SharedSingletons {
    @Suite(
      "Resolving one instruction at a time while a container with autoRegister is reset",
      .oneAtATime, .enabled(if: !Effort.isReduced, "sanitizers handle the signals themselves"),
      .enabled(if: SteppedResolution.canStep, "nothing signals single instructions here"))
    struct AutoRegisterBetweenInstructions {
      @Test(
        "A resolution between a reset and autoRegister finds what that registers",
        arguments: [0, 1, 2])
      func betweenResetAndUse(depth: Int) {
        var interrupted = 0
        // The lookup is at the beginning of a resolution.
        for first in 1...200 {
          for distance in [1, 8] {
            let run = SteppedResolution(.unscoped, depth: depth)
            if run.resolve(first, first + distance) == 2 { interrupted += 1 }
            #expect(
              run.result == 1, "reset after \(first) instructions, used \(distance) later")
          }
        }
        // In the others, a change waited for a lock that the resolution holds.
        #expect(interrupted > 200)
      }

      @Test(
        "A child whose factory changes its scope after a reset finds what autoRegister registers",
        arguments: [1, 2])
      func changedScope(depth: Int) {
        var interrupted = 0
        for first in stride(from: 1, through: 1400, by: 25) {
          let run = SteppedResolution(.otherScope, depth: depth)
          if run.resolve(first, nil) > 0 { interrupted += 1 }
          #expect(run.result == 1, "reset after \(first) instructions")
        }
        #expect(interrupted > 20)
      }
    }
  }

  /// One resolution in a container below `depth` others.
  final class SteppedResolution {
    enum Kind {
      case unscoped
      /// Another factory value has set another scope, so that the search has to set this one's.
      case otherScope
    }

    private let root = MockingContainer()
    private let factory: Factory<Int>
    private(set) var result = 0
    /// Whether the second change uses the container.
    private var isUsed = true

    init(_ kind: Kind, depth: Int) {
      var container = root
      for _ in 0..<depth { container = MockingContainer(parent: container) }
      factory = kind == .unscoped ? container.plain : container.plain.cached
      // Creates the entries, and initialises the runtime's caches.
      _ = factory()
      if kind == .otherScope { _ = container.plain.shared() }
    }

    static let canStep = stepped_count({ _ in }, nil) > 0

    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
      // Passed by `resolve`, whose caller owns the object.
      let run = Unmanaged<SteppedResolution>.fromOpaque($0!).takeUnretainedValue()
      run.result = run.factory()
    }

    /// Resets the container after so many instructions, and uses it after `second`, if that is not nil.
    /// Returns how many of the two changes have ended while the resolution waited for them.
    func resolve(_ first: Int, _ second: Int?) -> Int {
      isUsed = second != nil
      return withExtendedLifetime(self) {
        // Not retained: `self` outlives the calls.
        let context = Unmanaged.passUnretained(self).toOpaque()
        let changes = stepped_interruptions(
          first: first, second: second ?? first + 1,
          run: { context, number in
            let run = Unmanaged<SteppedResolution>.fromOpaque(context!).takeUnretainedValue()
            if number == 0 {
              run.root.reset(options: .registration)
            } else if run.isUsed {
              _ = run.root.plain()
            }
          }, context: context)
        return Int(stepped_run(changes, Self.body, context))
      }
    }
  }
#endif
