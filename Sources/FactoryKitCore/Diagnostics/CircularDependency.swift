// Factory, MIT licence; see LICENSE
//
// Finds circular dependencies, and traps with a message that shows their chain.
internal import FactoryCore

@usableFromInline
package enum CircularDependency {
  // Read and written as one atomic word.
  nonisolated(unsafe) private static let untested = AtomicWord.make()

  @usableFromInline
  static func isTested() -> Bool { factory_word_load(untested) == 0 }

  @usableFromInline
  static func setTested(_ isTested: Bool) { factory_word_store(untested, isTested ? 0 : 1) }

  /// Traps if the factory of `frame`, which is about to run its closure, is already running it
  /// further up the stack, in the same container and with the same parameter.
  static func check(_ frame: Frame) {
    var ancestor = frame
    while let like = factory_frame_like(frame, ancestor, UInt32(FACTORY_CONSTRUCTING)) {
      if sameParameter(like.pointee, frame.pointee) {
        guard isTested() else { return }
        stop(report(endingAt: frame))
      }
      ancestor = like
    }
  }

  /// Traps because a factory's closure needs the cached instance that it is building.
  package static func stop(reentering frame: Frame) -> Never {
    stop(report(endingAt: frame))
  }

  /// Traps because the instance of a lazily injected property needs this property.
  /// - Parameter frame: nil if no factory reads the property, but a watcher or `autoRegister`.
  static func stop(reentering frame: Frame?, ofType type: Any.Type) -> Never {
    stop(
      frame.map(report)
        ?? Message.circular(["a lazily injected \(typeName(type))"], fix: .observer))
  }

  /// Traps because threads would wait for each other forever.
  package static func stop(waiting chains: [[String]]) -> Never {
    stop(Message.waitingCycle(chains))
  }

  /// The chains of threads that the wait graph's lock keeps from changing.
  static func describe(_ threads: [ThreadState]) -> [[String]] {
    threads.map { thread in thread.pointee.top.map(chain) ?? [] }
  }

  /// The message for a circular dependency that the calling thread's innermost resolution would
  /// close; nil outside a resolution. For tests.
  static var report: String? {
    factory_current_thread().pointee.top.map(report)
  }

  /// The chain of the calling thread or, outside of its resolutions, of the task that it runs.
  package static var currentChain: [String] {
    factory_current_thread().pointee.top.map(chain) ?? TaskFrame.chainAroundThread
  }

  private static func report(endingAt frame: Frame) -> String {
    var types: [String] = []
    var runsThroughDecorator = false
    for frame in frames(of: frame) {
      types.append("\(frame.product)")
      if frame.isDecorating { runsThroughDecorator = true }
    }
    return Message.circular(
      chain(of: frame), types: types, fix: runsThroughDecorator ? .decorator : .wrapper)
  }

  package static func stop(_ message: String) -> Never {
    fatalError(message)
  }

  /// Traps, unless the test for circular dependencies is switched off.
  package static func stopIfTested(_ message: @autoclosure () -> String) {
    if isTested() { stop(message()) }
  }

  /// A line for each frame, outermost first, after those of the asynchronous resolution that the
  /// thread is running.
  @inline(never)
  static func chain(of frame: Frame) -> [String] {
    var lines: [String] = []
    if frame.pointee.thread == factory_current_thread() {
      lines = TaskFrame.chainAroundThread
    }
    for frame in frames(of: frame) {
      var line = frame.description
      if frame.isDecorating { line += ", in its decorator" }
      lines.append(line)
    }
    return lines
  }

  /// The frames of a thread up to `frame`, outermost first.
  @inline(never)
  private static func frames(of frame: Frame) -> [Frame] {
    var frames: [Frame] = []
    var next: Frame? = frame
    while let current = next {
      frames.append(current)
      next = current.pointee.previous
    }
    return frames.reversed()
  }

  /// Whether two frames have equal parameters. A recursion that makes progress has different ones.
  private static func sameParameter(_ lhs: factory_frame, _ rhs: factory_frame) -> Bool {
    guard let left = lhs.parameter, let right = rhs.parameter, let type = lhs.parameter_type
    else { return lhs.parameter == nil && rhs.parameter == nil }
    func compare<P>(_: P.Type) -> Bool {
      // Alive and of this type: both frames are on the stack, and their types were compared.
      let left = left.assumingMemoryBound(to: P.self)
      let right = right.assumingMemoryBound(to: P.self)
      return areEqual(left.pointee, right.pointee)
    }
    // Written by `setParameter`: metadata of the parameter's type.
    return _openExistential(unsafeBitCast(type, to: Any.Type.self), do: compare)
  }

  /// Whether two parameters are equal by `==` or, if they are not `Equatable`, by their bytes.
  package static func areEqual<P>(_ lhs: P, _ rhs: P) -> Bool {
    if let equatable = lhs as? any Equatable { return isEqual(equatable, rhs) }
    return withUnsafeBytes(of: lhs) { left in
      withUnsafeBytes(of: rhs) { right in left.elementsEqual(right) }
    }
  }

  private static func isEqual<E: Equatable>(_ lhs: E, _ rhs: Any) -> Bool {
    guard let rhs = rhs as? E else { return false }
    return rhs == lhs
  }
}

extension Frame {
  fileprivate var isDecorating: Bool { pointee.phase == UInt32(FACTORY_DECORATING) }
}

// MARK: -

// How to fix a circular dependency: the last lines of its message.

package enum CircularFix {
  /// The factories are synchronous, so property wrappers inject them.
  case wrapper
  case decorator
  /// The factories are asynchronous, which no property wrapper injects.
  case asynchronous
  /// A watcher or `autoRegister` reads a lazily injected property whose instance is being created.
  case observer

  var text: String {
    switch self {
    case .wrapper:
      """
      To fix this: inject one of them with @LazyInjected or @WeakLazyInjected, or move what both \
      need into a factory of its own.
      """
    case .decorator:
      """
      To fix this: do not resolve in the decorator what is needed to build the decorated instance. \
      Inject what the decorator uses with @LazyInjected, or resolve it before the decorator is set.
      """
    case .asynchronous:
      """
      To fix this: move what both need into a factory of its own, or resolve one of them in the \
      method that uses it, after both were built.
      """
    case .observer:
      """
      To fix this: do not read the property in a watcher or in autoRegister while its instance is \
      being created.
      """
    }
  }
}
