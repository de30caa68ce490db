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
  func look(_ types: FactoryTypes) -> factory_sighting {
    manager.look(entry, declaration.name, types)
  }

  /// Describes a resolution in its frame. All that the frame points to outlives it: literals and
  /// metadata.
  @_alwaysEmitIntoClient @_transparent
  func describe(_ frame: inout factory_frame, _ types: FactoryTypes) {
    factory_frame_describe(
      &frame, factory_core_identity(manager.core), types.result, declaration.name,
      declaration.file, declaration.line)
  }
}

// What follows is inlined in release builds only: not the way that a factory without state takes, and
// too much for a debug build to compile wherever a factory is resolved.

extension FactoryDefinition {
  /// Goes the full way, as far as it leads without the factory's own closure. Nil if that is to be
  /// called.
  @_alwaysEmitIntoClient @inline(__always)
  func resolveFully<P, T>(
    _ sighting: factory_sighting, _ frame: inout factory_frame, _ parameter: UnsafePointer<P>,
    _ turn: inout factory_turn
  ) -> T? {
    describe(&frame, FactoryTypes(P.self, T.self))
    if P.self != Void.self {
      withUnsafeMutablePointer(to: &frame) { $0.setParameter(parameter) }
    }
    return manager.resolveFully(&frame, entry ?? sighting.entry, parameter, &turn)
  }
}

extension ContainerManager {
  /// The announced instance. Nil if there is none, or it is held weakly and has gone.
  ///
  /// Like `look` it lets go of nothing that its caller could have. It is a use of the manager, so
  /// that the caller's reference is not let go of before the withdrawal: that may run code of a user.
  @_alwaysEmitIntoClient @inline(never) @_effects(releasenone)
  func take<T>(_ sighting: factory_sighting) -> T? {
    guard let pointer = sighting.pointer, let announcement = sighting.announcement else {
      return nil
    }
    defer { Published.withdraw(announcement) }
    return Published.value(pointer, T.self)
  }
}

extension factory_sighting {
  /// Whether the factory's closure is to be called: nothing is kept and nothing stands in for it.
  @_alwaysEmitIntoClient @_transparent
  var isPlain: Bool { Int(bitPattern: pointer) == FACTORY_PLAIN }

  /// The factory's entry, if the full way is to be taken, and it was found.
  @_alwaysEmitIntoClient @_transparent
  var entry: Entry? {
    announcement == nil ? pointer?.assumingMemoryBound(to: factory_entry.self) : nil
  }
}

extension Frame {
  // The factory's own closure is called between `begin` and `end`, and nowhere else in a resolution:
  // so the compiler can put it there and needs neither a context for it nor a reference to what it
  // captures. The less there is around it, the sooner it sees that.

  /// Before the factory's own closure is called.
  @_alwaysEmitIntoClient @_transparent
  func begin() {
    pointee.phase = UInt32(FACTORY_CONSTRUCTING)
    if factory_frame_push(self) || FrameChecks.everyStep { CircularDependency.check(self) }
  }

  /// After it was called.
  @_alwaysEmitIntoClient @_transparent
  func end<T>(_ turn: inout factory_turn, _ value: T) {
    let leavesSomething = factory_frame_pop(self)
    if turn.manager != nil {
      FullResolution.finish(&turn, self, value)
    } else if leavesSomething {
      Self.endCycle()
    }
  }

  /// Tells the frame of the factory's parameter, which must outlive it.
  @_alwaysEmitIntoClient @_transparent
  func setParameter<P>(_ parameter: UnsafePointer<P>) {
    pointee.parameter = UnsafeRawPointer(parameter)
    // A metatype is the address of its metadata, which is never freed.
    pointee.parameter_type = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
  }

  @usableFromInline @inline(never)
  static func endCycle() { ResolutionCycle.end() }
}

extension ContainerManager {
  /// Finds the way of a resolution: `FACTORY_PLAIN`, an announced instance, or the full way, with
  /// the entry if it was found.
  ///
  /// It lets go of no reference that its caller could have, so that the caller need not hold one
  /// to the manager across it.
  @usableFromInline @inline(never) @_effects(releasenone)
  func look(
    _ entry: Entry?, _ name: UnsafePointer<UInt8>, _ types: FactoryTypes
  ) -> factory_sighting {
    let sighting = factory_look(core, entry, name, types.result, types.parameter)
    guard let singleton = factory_sighted_singleton(sighting) else { return sighting }
    // The process's singleton: right unless the task has other ones.
    return Scope.singleton === Scope.Singleton.process
      ? factory_announce(singleton) : factory_sighting()
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

  /// The entry of a factory, which has the built-in scope of this kind from now on. Like `look` it
  /// lets go of nothing: what was kept for another scope is dropped by whoever uses the container next.
  @usableFromInline @inline(never) @_effects(releasenone)
  func entry(
    ofKind kind: Int, _ entry: Entry?, _ declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> Entry {
    if let entry = factory_entry_of_kind(
      core, entry, kind, declaration.name, types.result, types.parameter)
    {
      return entry
    }
    return record(Scope.builtIn(kind), entry, declaration, types, postponesDrop: true)
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
