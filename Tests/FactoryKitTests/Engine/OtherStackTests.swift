// Factory, MIT licence; see LICENSE
//
// Resolutions on a stack that is not the thread's own.
import FactoryTesting
import Testing

#if canImport(Glibc)
  import StackSwitching

  private final class Part {}

  private final class StackContainer: SharedContainer {
    @TaskLocal static var shared = StackContainer()
    let manager = ContainerManager()

    var part: Factory<Part> { self { Part() } }
    var parts: Factory<[Part]> { self { [self.part(), self.part()] } }
    var cached: Factory<Part> { self { Part() }.cached }
    /// Resolves itself without end, each time with another parameter.
    var endless: ParameterFactory<Int, Int> { self { self.endless($0 + 1) + 1 } }
    /// Resolves itself as often as the parameter says.
    var chain: ParameterFactory<Int, Int> { self { $0 == 0 ? 0 : self.chain($0 - 1) + 1 } }
  }

  /// A closure behind the pointer that C functions pass on.
  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }

    static let call: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
      // Passed by the functions below, whose callers own the body.
      Unmanaged<Body>.fromOpaque($0!).takeUnretainedValue().run()
    }
  }

  /// Runs `run` on a thread that has a second stack.
  private func onThread(secondIsBelow: Bool, _ run: @escaping () -> Void) {
    let body = Body(run)
    withExtendedLifetime(body) {
      stack_switching_on_thread(secondIsBelow, Body.call, Unmanaged.passUnretained(body).toOpaque())
    }
  }

  private func onSecondStack(_ run: @escaping () -> Void) {
    let body = Body(run)
    withExtendedLifetime(body) {
      stack_switching_on_second_stack(Body.call, Unmanaged.passUnretained(body).toOpaque())
    }
  }

  /// Returns only if nothing of it traps.
  private func resolveOnBothStacks(secondIsBelow: Bool) {
    onThread(secondIsBelow: secondIsBelow) {
      let container = StackContainer()
      for _ in 0..<3 {
        precondition(container.parts().count == 2)
        onSecondStack {
          precondition(container.parts().count == 2)
          precondition(container.cached() === container.cached())
          precondition(container.chain(40) == 40)
        }
      }
    }
  }

  private func exhaustStack(secondIsBelow: Bool) {
    onThread(secondIsBelow: secondIsBelow) {
      onSecondStack { _ = StackContainer().parts() }
      _ = StackContainer().endless(0)
    }
  }

  @Suite("Other stacks than the thread's own") struct OtherStackTests {
    @Test("A factory can be resolved on a stack below and above the thread's own")
    func both() async {
      await #expect(processExitsWith: .success) {
        resolveOnBothStacks(secondIsBelow: true)
        resolveOnBothStacks(secondIsBelow: false)
      }
    }

    @Test(
      "A thread whose first resolution was on another stack reports its exhausted stack",
      arguments: [true, false])
    func exhausted(secondIsBelow: Bool) async {
      let result =
        secondIsBelow
        ? await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          exhaustStack(secondIsBelow: true)
        }
        : await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
          exhaustStack(secondIsBelow: false)
        }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("FactoryKit: the stack of this thread is almost exhausted, "))
    }
  }
#endif
