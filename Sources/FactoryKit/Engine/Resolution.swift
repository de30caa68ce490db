// Factory, MIT licence; see LICENSE
//
// The one way in: every resolution, whatever its front, looks for its way first.
//
// Two ways are short and inlined into the caller: a factory without any state calls its closure;
// an instance that its scope keeps is handed out. Everything else is `resolveFully`. What is not
// inlined gets the parts of a factory value, not the value: that would go through memory.
import FactoryAtomics

extension FactoryDefinition {
  /// Finds the way.
  @_alwaysEmitIntoClient @_transparent
  func look<P, T>(_: P.Type, _: T.Type) -> factory_sighting {
    manager.look(entry, declaration.name, FactoryTypes(P.self, T.self))
  }

  /// A frame for a resolution. All that it points to outlives it: literals and metadata.
  @_alwaysEmitIntoClient @_transparent
  func frame<T>(_: T.Type) -> factory_frame {
    var frame = factory_frame()
    frame.container = factory_core_identity(manager.core)
    // A metatype is the address of its metadata, which is never freed.
    frame.type = unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
    frame.name = declaration.name
    frame.file = declaration.file
    frame.line = declaration.line
    return frame
  }

  /// Goes the full way, as far as it leads without the factory's own closure. Nil if that is to be
  /// called.
  @_alwaysEmitIntoClient @_transparent
  func resolveFully<P, T>(
    _ frame: inout factory_frame, _ parameter: P, _ turn: inout factory_turn
  ) -> T? {
    frame.withParameter(parameter) { frame, parameter in
      manager.resolveFully(frame, entry, parameter, &turn)
    }
  }
}

extension factory_sighting {
  /// Whether the factory's closure is to be called: nothing is kept and nothing stands in for it.
  @_alwaysEmitIntoClient @_transparent
  var isPlain: Bool { Int(bitPattern: pointer) == FACTORY_PLAIN }

  /// The announced instance; nil if it is held weakly and has gone.
  @_alwaysEmitIntoClient @_transparent
  func value<T>() -> T? { pointer.flatMap { Published.value($0, T.self) } }
}

extension factory_frame {
  /// Calls the factory's own closure. This is the one place of a resolution where it is called, so
  /// the compiler can put it there and needs neither a context for it nor a reference to what it
  /// captures.
  @_alwaysEmitIntoClient @_transparent
  mutating func construct<P, T>(
    _ parameter: P, _ turn: inout factory_turn, _ make: (P) -> T
  ) -> T {
    withParameter(parameter) { frame, _ in
      frame.pointee.phase = UInt32(FACTORY_CONSTRUCTING)
      if factory_frame_push(frame) || FrameChecks.everyStep {
        CircularDependency.check(frame)
      }
      let value = make(parameter)
      let leavesSomething = factory_frame_pop(frame)
      if turn.manager != nil {
        FullResolution.finish(turn, frame, value)
      } else if leavesSomething {
        Self.endCycle()
      }
      return value
    }
  }

  /// Runs `body` with the frame's address, and the parameter's, which the frame is told of if there
  /// is a parameter at all.
  @_alwaysEmitIntoClient @_transparent
  mutating func withParameter<P, Result>(
    _ parameter: P, _ body: (UnsafeMutablePointer<factory_frame>, UnsafePointer<P>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &self) { frame in
      withUnsafePointer(to: parameter) { parameter in
        if P.self != Void.self {
          frame.pointee.parameter = UnsafeRawPointer(parameter)
          // A metatype is the address of its metadata, which is never freed.
          frame.pointee.parameter_type = unsafeBitCast(
            P.self as Any.Type, to: UnsafeRawPointer.self)
        }
        return body(frame, parameter)
      }
    }
  }

  @usableFromInline @inline(never)
  static func endCycle() { ResolutionCycle.end() }
}

extension ContainerManager {
  /// Finds the way of a resolution: `FACTORY_PLAIN`, an announced instance, or nothing, which is
  /// the full way.
  ///
  /// It lets go of no reference that its caller could have, so that the caller need not hold one
  /// to the manager across it.
  @usableFromInline @inline(never) @_effects(releasenone)
  func look(
    _ entry: Entry?, _ name: UnsafePointer<UInt8>, _ types: FactoryTypes
  ) -> factory_sighting {
    let sighting = factory_look(core, entry, name, types.result, types.parameter)
    let word = UInt(bitPattern: sighting.pointer)
    guard sighting.announcement == nil, word & UInt(FACTORY_SINGLETON) != 0 else {
      return sighting
    }
    // The process's singleton: right unless the task has other ones.
    return Scope.singleton === Scope.Singleton.process
      ? factory_announce(UnsafePointer(bitPattern: word - UInt(FACTORY_SINGLETON))!)
      : factory_sighting()
  }

  /// The entry of a factory, if a modifier already gave it this very scope. Like `look` it lets go
  /// of nothing.
  @usableFromInline @inline(never) @_effects(releasenone)
  func entry(
    ofScope scope: Scope, _ entry: Entry?, _ name: UnsafePointer<UInt8>, _ types: FactoryTypes
  ) -> Entry? {
    factory_entry_of_scope(
      core, entry, Unmanaged.passUnretained(scope).toOpaque(), name, types.result, types.parameter)
  }

  /// The entry of a factory, made if need be.
  func entry(_ name: UnsafePointer<UInt8>, _ types: FactoryTypes) -> Entry {
    factory_core_entry(core, name, types.result, types.parameter)
  }
}

/// How often the chain of frames is looked at.
@usableFromInline
enum FrameChecks {
  /// Debug builds look for a circular dependency at each step; release builds when the depth
  /// reaches 32, 64, 128, …, which finds every endless recursion at next to no cost.
  @inlinable static var everyStep: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
