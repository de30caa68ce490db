// Factory, MIT licence; see LICENSE
//
// Finds resolutions that lead back to themselves, and stops the program with their chain.
import FactoryAtomics

@usableFromInline
package enum CircularDependency {
  // Read and written as one atomic word.
  nonisolated(unsafe) private static let untested = {
    let word = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    word.initialize(to: 0)
    return word
  }()

  @usableFromInline
  static func isTested() -> Bool { factory_word_load(untested) == 0 }

  @usableFromInline
  static func setTested(_ isTested: Bool) { factory_word_store(untested, isTested ? 0 : 1) }

  /// Stops the program if the factory of `frame`, about to run its closure, is already running it
  /// further up the stack.
  ///
  /// The same factory of another container, or with another parameter, is not the same.
  @usableFromInline @inline(never)
  static func check(_ frame: UnsafeMutablePointer<factory_frame>) {
    check(frame, againstThose: UInt32(FACTORY_CONSTRUCTING))
  }

  /// The same for decorators, which may resolve their own factory once or twice with reason, but
  /// not at a depth of 32 and more.
  static func checkDecorators(_ frame: UnsafeMutablePointer<factory_frame>) {
    check(frame, againstThose: UInt32(FACTORY_DECORATING))
  }

  private static func check(
    _ frame: UnsafeMutablePointer<factory_frame>, againstThose phase: UInt32
  ) {
    var ancestor = frame
    while let like = factory_frame_like(frame, ancestor, phase) {
      if sameParameter(like.pointee, frame.pointee) {
        guard isTested() else { return }
        stop(report(endingAt: frame))
      }
      ancestor = like
    }
  }

  /// A scoped factory's closure asked for the instance that it is making.
  static func stop(reentering thread: ThreadState) -> Never {
    // The closure that asks is in a frame.
    stop(report(endingAt: thread.pointee.top!))
  }

  /// Threads that would wait for each other for ever.
  static func stop(waiting chains: [[String]]) -> Never {
    stop(Message.waitingCycle(chains))
  }

  /// The chains of threads that the wait graph holds still.
  static func describe(_ threads: [ThreadState]) -> [[String]] {
    threads.map { thread in thread.pointee.top.map(chain) ?? [] }
  }

  /// What would be reported if the calling thread's innermost resolution closed a circle; nil
  /// outside of any. For tests.
  package static var report: String? {
    factory_current_thread().pointee.top.map(report)
  }

  private static func report(endingAt frame: UnsafeMutablePointer<factory_frame>) -> String {
    let types = describe(frame) { $0.productName }
    return Message.circular(chain(of: frame), types: types)
  }

  private static func stop(_ message: String) -> Never {
    fatalError(message)
  }

  /// A line for each frame, outermost first.
  private static func chain(of frame: UnsafeMutablePointer<factory_frame>) -> [String] {
    describe(frame) { "\($0.factoryName) (\($0.place))" }
  }

  private static func describe(
    _ frame: UnsafeMutablePointer<factory_frame>,
    _ line: (UnsafeMutablePointer<factory_frame>) -> String
  ) -> [String] {
    var lines: [String] = []
    var next: UnsafeMutablePointer<factory_frame>? = frame
    while let current = next {
      lines.append(line(current))
      next = current.pointee.previous
    }
    return lines.reversed()
  }

  /// Parameters are compared by `==` where there is one, else by their bytes: a recursion that
  /// makes progress has different ones.
  private static func sameParameter(_ lhs: factory_frame, _ rhs: factory_frame) -> Bool {
    guard let left = lhs.parameter, let right = rhs.parameter, let type = lhs.parameter_type
    else { return lhs.parameter == nil && rhs.parameter == nil }
    func compare<P>(_: P.Type) -> Bool {
      // Alive and of this type: both frames are on the stack, and their types were compared.
      let left = left.assumingMemoryBound(to: P.self)
      let right = right.assumingMemoryBound(to: P.self)
      if let equatable = left.pointee as? any Equatable {
        return isEqual(equatable, right.pointee)
      }
      let size = MemoryLayout<P>.size
      return UnsafeRawBufferPointer(start: left, count: size)
        .elementsEqual(UnsafeRawBufferPointer(start: right, count: size))
    }
    // Written by `setParameter`: metadata of the parameter's type.
    return _openExistential(unsafeBitCast(type, to: Any.Type.self), do: compare)
  }

  private static func isEqual<E: Equatable>(_ lhs: E, _ rhs: Any) -> Bool {
    guard let rhs = rhs as? E else { return false }
    return rhs == lhs
  }
}
