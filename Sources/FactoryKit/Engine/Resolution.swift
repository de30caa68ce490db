// Factory, MIT licence; see LICENSE
//
// The one way in: every resolution, whatever its front, passes `FactoryDefinition.resolve`.
import FactoryAtomics

extension FactoryDefinition {
  /// Resolves a factory: `make` is its own closure.
  ///
  /// The two common cases are decided here and inlined into the caller: a factory without any
  /// state calls its closure; an instance that its scope keeps is handed out. Everything else is
  /// `resolveFully`.
  @inlinable @inline(__always)
  func resolve<P, T>(_ parameter: P, _ make: (P) -> T) -> T {
    let core = manager.core
    if core.traits == 0, !factory_is_tracing() {
      if factory_pointer_load(core.tableWord) == nil {
        return construct(parameter, make)
      }
      let entry = entryToResolve(FactoryTypes(P.self, T.self))
      if let scope = factory_pointer_load(entry.scopeWord) {
        if entry.traits & Entry.Trait.complicatesHit == 0,
          let kept = entry.lockInstance(madeFor: scope), let value = kept.unlock(T.self)
        {
          return value
        }
      } else if entry.traits == 0 {
        return construct(parameter, make)
      }
    }
    return resolveFully(parameter, make)
  }

  /// The entry of this value, or of its key.
  @inlinable @inline(__always)
  func entryToResolve(_ types: FactoryTypes) -> UnsafeMutablePointer<Entry> {
    entry ?? lookUpEntry(types)
  }

  @usableFromInline
  func lookUpEntry(_ types: FactoryTypes) -> UnsafeMutablePointer<Entry> {
    manager.core.findEntry(declaration.name.start, types.result, types.parameter)
      ?? entryMakingIfNeeded(types)
  }

  /// Calls the closure of a factory that has no state, inside a frame.
  @inlinable @inline(__always)
  func construct<P, T>(_ parameter: P, _ make: (P) -> T) -> T {
    var frame = factory_frame()
    frame.phase = UInt32(FACTORY_CONSTRUCTING)
    describe(&frame, T.self)
    if P.self == Void.self {
      return Self.run(&frame) { make(parameter) }
    }
    return withUnsafePointer(to: parameter) { parameterPointer in
      frame.parameter = UnsafeRawPointer(parameterPointer)
      // A metatype is the address of its metadata, which is never freed.
      frame.parameter_type = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
      return Self.run(&frame) { make(parameter) }
    }
  }

  /// Pushes `frame`, runs `body`, and takes it off.
  @inlinable @inline(__always)
  static func run<T>(_ frame: inout factory_frame, _ body: () -> T) -> T {
    withUnsafeMutablePointer(to: &frame) { frame in
      if factory_frame_push(frame) || FrameChecks.everyStep {
        CircularDependency.check(frame)
      }
      let value = body()
      if factory_frame_pop(frame) { endCycle() }
      return value
    }
  }

  @usableFromInline @inline(never)
  static func endCycle() { ResolutionCycle.end() }

  /// Writes into `frame` whose it is. All of it outlives the frame: literals, metadata, and the
  /// container's core, which `manager` keeps.
  @inlinable @inline(__always)
  func describe<T>(_ frame: inout factory_frame, _: T.Type) {
    frame.core = UnsafeRawPointer(manager.core)
    // A metatype is the address of its metadata, which is never freed.
    frame.type = unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
    frame.name = UnsafeRawPointer(declaration.name.start).assumingMemoryBound(to: CChar.self)
    frame.name_length = UInt32(truncatingIfNeeded: declaration.name.count)
    frame.file = UnsafeRawPointer(declaration.file.start).assumingMemoryBound(to: CChar.self)
    frame.file_length = UInt32(truncatingIfNeeded: declaration.file.count)
    frame.line = declaration.line
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

extension Entry.Trait {
  /// A hit that meets one of these takes the full way.
  @inlinable static var complicatesHit: UInt32 { decorated | timed | perParameter }
}

/// An instance found in its cell, with the cell still locked.
@usableFromInline
struct LockedInstance {
  @usableFromInline let box: InstanceBox
  @usableFromInline let lock: UnsafeMutablePointer<UInt32>
  @usableFromInline let isWeak: Bool

  /// Takes the instance out and unlocks; nil if it was held weakly and has gone.
  @inlinable @inline(__always)
  func unlock<T>(_: T.Type) -> T? {
    let value: T?
    if isWeak {
      // A cell's instances are boxed by the factory whose entry it is, so `T` is theirs.
      value = unsafeDowncast(box, to: WeakBox<T>.self).value
    } else {
      // The same, and any scope that does not hold weakly makes strong boxes.
      value = unsafeDowncast(box, to: StrongBox<T>.self).value
    }
    factory_unlock(lock)
    return value
  }
}

extension UnsafeMutablePointer<Entry> {
  /// Locks the factory's cell and returns the instance kept there for `scope`; else unlocks and
  /// returns nil, also where finding the cell takes longer.
  @usableFromInline
  func lockInstance(madeFor pointer: UnsafeMutableRawPointer) -> LockedInstance? {
    // Alive: the container keeps every scope its entries ever had.
    let scope = Unmanaged<Scope>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0 }
    let cell: UnsafeMutablePointer<Cell>
    switch scope.kind {
    case .cached, .shared:
      cell = self.cell
    case .singleton:
      // Valid in the process's own scope, which is never freed; elsewhere it is not the one.
      guard let found = factory_pointer_load(singletonWord),
        Scope.singleton === Scope.Singleton.process
      else { return nil }
      cell = found.assumingMemoryBound(to: Cell.self)
    case .unique, .graph:
      return nil
    }
    factory_lock(cell.lockWord)
    if let box = cell.contents.pointee.state.instance,
      cell.contents.pointee.state.scope == ObjectIdentifier(scope)
    {
      return LockedInstance(box: box, lock: cell.lockWord, isWeak: scope.kind == .shared)
    }
    factory_unlock(cell.lockWord)
    return nil
  }
}
