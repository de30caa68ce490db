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

  /// Where a plain resolution takes place; does not keep the container.
  @_alwaysEmitIntoClient @_transparent
  var site: FactorySite {
    FactorySite(container: manager.core.identity.pointee, declaration: declaration)
  }

  /// Goes the way that was found, if it is not the plain one. `make` is the factory's own closure.
  @_alwaysEmitIntoClient @_transparent
  func resolve<P, T>(_ sighting: factory_sighting, _ parameter: P, _ make: (P) -> T) -> T {
    if let word = sighting.pointer, let announcement = sighting.announcement {
      let value = Published.value(word, T.self)
      Published.withdraw(announcement)
      if let value { return value }
    }
    return manager.resolveFully(entry, declaration, parameter, make)
  }
}

extension factory_sighting {
  /// Whether the factory's closure is to be called: nothing is kept and nothing stands in for it.
  @_alwaysEmitIntoClient @_transparent
  var isPlain: Bool { UInt(bitPattern: pointer) == Entry.Way.plain }
}

/// A declared factory of one container, as frames tell of it.
@usableFromInline
struct FactorySite {
  @usableFromInline let container: UInt64
  @usableFromInline let declaration: FactoryDeclaration

  @_alwaysEmitIntoClient @_transparent
  init(container: UInt64, declaration: FactoryDeclaration) {
    self.container = container
    self.declaration = declaration
  }

  /// Calls the closure of a factory that has no state, inside a frame.
  @_alwaysEmitIntoClient @_transparent
  func construct<P, T>(_ parameter: P, _ make: (P) -> T) -> T {
    var frame = declaration.frame(container, T.self)
    frame.phase = UInt32(FACTORY_CONSTRUCTING)
    if P.self == Void.self {
      return run(&frame) { make(parameter) }
    }
    return withUnsafePointer(to: parameter) { parameterPointer in
      frame.parameter = UnsafeRawPointer(parameterPointer)
      // A metatype is the address of its metadata, which is never freed.
      frame.parameter_type = unsafeBitCast(P.self as Any.Type, to: UnsafeRawPointer.self)
      return run(&frame) { make(parameter) }
    }
  }

  /// Pushes `frame`, runs `body`, and takes it off.
  @_alwaysEmitIntoClient @_transparent
  func run<T>(_ frame: inout factory_frame, _ body: () -> T) -> T {
    withUnsafeMutablePointer(to: &frame) { frame in
      if factory_frame_push(frame) || FrameChecks.everyStep {
        CircularDependency.check(frame)
      }
      let value = body()
      if factory_frame_pop(frame) { Self.endCycle() }
      return value
    }
  }

  @usableFromInline @inline(never)
  static func endCycle() { ResolutionCycle.end() }
}

extension FactoryDeclaration {
  /// A frame for a resolution. All that it points to outlives it: literals and metadata.
  @_alwaysEmitIntoClient @_transparent
  func frame<T>(_ container: UInt64, _: T.Type) -> factory_frame {
    var frame = factory_frame()
    frame.container = container
    // A metatype is the address of its metadata, which is never freed.
    frame.type = unsafeBitCast(T.self as Any.Type, to: UnsafeRawPointer.self)
    frame.name = name
    frame.file = file
    frame.line = line
    return frame
  }
}

extension ContainerManager {
  /// Finds the way of a resolution: `Entry.Way.plain`, an announced instance, or nothing, which is
  /// the full way.
  ///
  /// It lets go of no reference that its caller could have, so that the caller need not hold one
  /// to the manager across it.
  @usableFromInline @inline(never) @_effects(releasenone)
  func look(
    _ entry: UnsafeMutablePointer<Entry>?, _ name: UnsafePointer<UInt8>, _ types: FactoryTypes
  ) -> factory_sighting {
    let core = core
    guard core.traits == 0, !factory_is_tracing() else { return factory_sighting() }
    guard let table = factory_pointer_load(core.tableWord) else {
      return factory_sighting(
        pointer: UnsafeMutableRawPointer(bitPattern: Entry.Way.plain), announcement: nil)
    }
    guard
      let entry = entry
        ?? table.assumingMemoryBound(to: EntryTable.self).find(
          name, types.result, types.parameter),
      let way = factory_pointer_load(entry.wayWord)
    else { return factory_sighting() }
    let bits = UInt(bitPattern: way)
    if bits == Entry.Way.plain { return factory_sighting(pointer: way, announcement: nil) }
    if bits & Entry.Way.singletonTag == 0 { return Self.look(at: way) }
    if factory_has_other_singletons(), Scope.singleton !== Scope.Singleton.process {
      return factory_sighting()
    }
    return Self.look(at: way - Int(Entry.Way.singletonTag))
  }

  /// Announces a published word and reads it.
  private static func look(at word: UnsafeMutableRawPointer) -> factory_sighting {
    // Valid: in the entry itself, or in the process's own singleton scope, which is never freed.
    factory_announce(word.assumingMemoryBound(to: UnsafeMutableRawPointer?.self))
  }

  /// The entry of a factory, if a modifier already gave it this very scope. Like `look` it lets go
  /// of nothing.
  @usableFromInline @inline(never) @_effects(releasenone)
  func entry(
    ofScope scope: Scope, _ entry: UnsafeMutablePointer<Entry>?, _ name: UnsafePointer<UInt8>,
    _ types: FactoryTypes
  ) -> UnsafeMutablePointer<Entry>? {
    guard
      let entry = entry
        ?? factory_pointer_load(core.tableWord)?.assumingMemoryBound(to: EntryTable.self).find(
          name, types.result, types.parameter),
      entry.isRecorded(scope)
    else { return nil }
    return entry
  }

  /// The entry of a factory, made if need be.
  func entry(
    _ name: UnsafePointer<UInt8>, _ types: FactoryTypes
  ) -> UnsafeMutablePointer<Entry> {
    core.findEntry(name, types.result, types.parameter)
      ?? core.entry(
        for: EntryKey(name: name, type: types.result, parameterType: types.parameter))
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
