// Factory, MIT licence; see LICENSE
//
// Frames: the resolutions in progress, on the stack of their thread.
public import FactoryCore

/// A resolution in progress, on the stack.
@usableFromInline
package typealias Frame = UnsafeMutablePointer<factory_frame>

extension Frame {
  /// Whether the factory value has `scopeOnParameters`.
  var isScopedOnParameters: Bool {
    pointee.flags & FACTORY_IS_SCOPED_ON_PARAMETERS.rawValue != 0
  }

  /// Called before the factory's closure. Returns whether tasks that the closure starts need a frame.
  @usableFromInline @inline(never)
  package func begin() -> Bool {
    LockOrder.requireNone()
    pointee.phase = UInt32(FACTORY_CONSTRUCTING)
    let needsTaskFrame = factory_children_exist() && TaskFrame.begin(self)
    if factory_frame_push(self) || FrameChecks.everyStep { CircularDependency.check(self) }
    return needsTaskFrame
  }

  /// Called after a closure or a decorator: ends the resolution.
  @usableFromInline @inline(never)
  package func pop() {
    if factory_frame_pop(self) { ResolutionCycle.end() }
  }

  /// Runs a factory's closure in this frame.
  @_alwaysEmitIntoClient @inline(__always)
  package func run<T, Failure: Error>(_ make: () throws(Failure) -> T) throws(Failure) -> T {
    if begin() { return try runWithTaskFrame(make) }
    defer { pop() }
    return try make()
  }

  @usableFromInline @inline(never)
  func runWithTaskFrame<T, Failure: Error>(
    _ make: () throws(Failure) -> T
  ) throws(Failure) -> T {
    defer { pop() }
    return try runPartWithTaskFrame(make)
  }

  private func runPartWithTaskFrame<T, Failure: Error>(
    _ make: () throws(Failure) -> T
  ) throws(Failure) -> T {
    var taskFrame = Optional(TaskFrame(self))
    pointee.owner.is_bound = 1
    defer {
      pointee.owner.is_bound = 0
      TaskFrame.end(&taskFrame)
    }
    return try taskFrame!.run(make)
  }

  /// Runs a layer or a decorator in this frame, which is on the list.
  func runPart<T>(_ body: () -> T) -> T {
    factory_children_exist() && TaskFrame.begin(self) ? runPartWithTaskFrame(body) : body()
  }

  /// Runs a closure in this frame, and completes the resolution.
  @_alwaysEmitIntoClient @inline(__always)
  package func run<T, Failure: Error>(
    _ completion: inout Completion, _ make: () throws(Failure) -> T
  ) throws(Failure) -> T {
    if begin() { return try runWithTaskFrame(&completion, make) }
    return try finish(&completion, make)
  }

  @usableFromInline @inline(never)
  func runWithTaskFrame<T, Failure: Error>(
    _ completion: inout Completion, _ make: () throws(Failure) -> T
  ) throws(Failure) -> T {
    try finish(&completion) { () throws(Failure) in try runPartWithTaskFrame(make) }
  }

  @_alwaysEmitIntoClient @inline(__always)
  func finish<T, Failure: Error>(
    _ completion: inout Completion, _ make: () throws(Failure) -> T
  ) throws(Failure) -> T {
    // Completed before the frame is removed, because this may run user code, which belongs to the
    // same resolution cycle.
    defer { pop() }
    // Returned inside the `do` block: returning it after the block would copy the value.
    do throws(Failure) {
      var value = try make()
      // In place, because returning the value from a function would copy it.
      if !completion.isEmpty { completion.completeNew(self, &value) }
      return value
    } catch {
      if !completion.isEmpty { completion.fail(self, FailureBox(error)) }
      throw error
    }
  }

  /// Stores the factory's parameter, which must outlive the frame. A `Void` is none, as in a key.
  @_alwaysEmitIntoClient @inline(__always)
  func setParameter<P>(_ parameter: UnsafePointer<P>) {
    if P.self == Void.self { return }
    pointee.parameter = UnsafeRawPointer(parameter)
    // A metatype is the address of its metadata, which is never freed.
    pointee.parameter_type = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
  }

  /// The key of the frame's factory.
  package var key: factory_key {
    let hasExplicitKey = pointee.flags & FACTORY_HAS_EXPLICIT_KEY.rawValue != 0
    // Written by `factory_frame_describe`.
    return factory_key(
      name: pointee.name!, file: hasExplicitKey ? nil : pointee.file!, type: pointee.type!,
      parameter_type: pointee.parameter_type)
  }
}

/// How often the chain of frames is examined.
package enum FrameChecks {
  /// Debug builds search for a circular dependency at each step. Release builds search when the
  /// depth reaches 32, 64, 128, …, which finds every circular dependency at a negligible cost.
  package static var everyStep: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
