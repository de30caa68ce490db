// Factory, MIT licence; see LICENSE
//
// A container with `autoRegister` is reset between two instructions of a resolution, and used again, so
// that `autoRegister` runs, between two later ones. Threads that run freely do this only once in about a
// hundred million resolutions.
import FactoryTestSupport
import FactoryTesting
import Testing

// A debug build has several times as many instructions before the ones that matter.
#if canImport(Glibc) && arch(x86_64) && !DEBUG
  import SteppedThread

  extension SharedSingletons {
    @Suite(
      "Resolving one instruction at a time while a container with autoRegister is reset",
      .oneAtATime, .enabled(if: !Effort.isReduced, "sanitizers handle the signals themselves"))
    struct AutoRegisterBetweenInstructions {
      @Test(
        "A resolution between a reset and autoRegister finds what that registers",
        arguments: [0, 1, 2])
      func neverUnregistered(depth: Int) {
        var completed = 0
        for first in 1...200 {
          for distance in [1, 4, 16] {
            let run = SteppedResolution(depth: depth)
            completed += run.resolve(first, first + distance)
            #expect(
              run.result == 1, "reset after \(first) instructions, used \(distance) later")
          }
        }
        // Most runs had both changes in the middle of the resolution.
        #expect(completed > 600)
      }
    }
  }

  /// One resolution of `plain`, in a container below `depth` others.
  private final class SteppedResolution {
    private let root = MockingContainer()
    private let factory: Factory<Int>
    private(set) var result = 0

    init(depth: Int) {
      var container = root
      for _ in 0..<depth { container = MockingContainer(parent: container) }
      factory = container.plain
      // Creates the entries, and initialises the runtime's caches.
      _ = factory()
    }

    /// Returns how many of the two changes have ended while the resolution waited for them.
    func resolve(_ first: Int, _ second: Int) -> Int {
      withExtendedLifetime(self) {
        // Not retained: `self` outlives the calls.
        let context = Unmanaged.passUnretained(self).toOpaque()
        let changes = stepped_interruptions(
          first: first, second: second,
          run: { context, number in
            let root = Unmanaged<SteppedResolution>.fromOpaque(context!)
              .takeUnretainedValue().root
            if number == 0 { root.reset(options: .registration) } else { _ = root.plain() }
          }, context: context)
        return Int(
          stepped_run(
            changes,
            {
              let run = Unmanaged<SteppedResolution>.fromOpaque($0!).takeUnretainedValue()
              run.result = run.factory()
            }, context))
      }
    }
  }
#endif
