// Factory, MIT licence; see LICENSE
//
// A container with `autoRegister` is reset between two instructions of a resolution, and used again, so
// that `autoRegister` runs, between two later ones. Threads that run freely do this only once in about a
// hundred million resolutions.
import FactoryTestSupport
import FactoryTesting
import Testing

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
