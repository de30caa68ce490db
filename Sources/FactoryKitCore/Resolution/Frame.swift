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

  /// Called before the factory's closure.
  @usableFromInline @inline(never)
  package func begin() {
    LockOrder.requireNone()
    pointee.phase = UInt32(FACTORY_CONSTRUCTING)
    if factory_children_exist() { beginConstruction() }
    if factory_frame_push(self) || FrameChecks.everyStep { check() }
  }

  @inline(never)
  private func beginConstruction() {
    pointer(to: \.level)!.begin()
    if OutlivingConstruction.bind(for: level) { pointee.flags |= FACTORY_BINDS_TASK_VALUE }
  }

  /// Called before a decorator, if there are child containers.
  @inline(never)
  func beginDecoration() {
    // The closure of a new instance may have bound it.
    if pointee.flags & FACTORY_BINDS_TASK_VALUE != 0 {
      pointer(to: \.level)!.begin()
    } else {
      beginConstruction()
    }
  }

  @inline(never)
  private func unbindTaskValue() {
    pointee.flags &= ~FACTORY_BINDS_TASK_VALUE
    OutlivingConstruction.unbind()
  }

  /// Called after a closure or a decorator: ends the resolution.
  @usableFromInline @inline(never)
  package func pop() {
    if pointee.flags & FACTORY_BINDS_TASK_VALUE != 0 { unbindTaskValue() }
    if factory_frame_pop(self) { ResolutionCycle.end() }
  }

  /// Runs a factory's closure in this frame.
  @_alwaysEmitIntoClient @inline(__always)
  package func run<T, Failure: Error>(_ make: () throws(Failure) -> T) throws(Failure) -> T {
    begin()
    defer { pop() }
    return try make()
  }

  /// Runs a closure in this frame, and completes the resolution.
  @_alwaysEmitIntoClient @inline(__always)
  package func run<T, Failure: Error>(
    _ manager: ContainerManager, _ completion: inout Completion, _ make: () throws(Failure) -> T
  ) throws(Failure) -> T {
    begin()
    // Completed before the frame is removed, because this may run user code, which belongs to the
    // same resolution cycle.
    defer { pop() }
    // Returned inside the `do` block: returning it after the block would copy the value.
    do throws(Failure) {
      var value = try make()
      // In place, because returning the value from a function would copy it.
      if !completion.isEmpty { completion.completeNew(self, manager, &value) }
      return value
    } catch {
      if !completion.isEmpty { completion.fail(self, FailureBox(error)) }
      throw error
    }
  }

  /// Stores the factory's parameter, which must outlive the frame.
  @_alwaysEmitIntoClient @inline(__always)
  func setParameter<P>(_ parameter: UnsafePointer<P>) {
    pointee.parameter = UnsafeRawPointer(parameter)
    // A metatype is the address of its metadata, which is never freed.
    pointee.parameter_type = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
  }

  /// Traps on a circular dependency, or near the end of the stack.
  @inline(never)
  package func check() {
    if factory_thread_is_near_stack_end() { CircularDependency.stop(exhausting: self) }
    if FrameChecks.everyStep || factory_frame_is_deep(self) { CircularDependency.check(self) }
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
  /// depth reaches 32, 64, 128, …, which finds every endless recursion at a negligible cost.
  package static var everyStep: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
