// Factory, MIT licence; see LICENSE
//
// One place for an instance: the state machine behind its lock word. Entries, singletons and
// per-parameter instances are all held in cells.
import FactoryAtomics

/// An ``InstanceState`` with the lock that guards it, at a fixed address.
///
/// Cells are never moved: whoever owns one allocates it and keeps it until no resolution can
/// reach it.
@usableFromInline
typealias Cell = UnsafeMutablePointer<factory_cell>

/// What an announcement finds: a box's address, with the lowest bit telling that it is weak.
@usableFromInline
enum Published {
  /// The value in the box. To be used between announcement and withdrawal only.
  @_alwaysEmitIntoClient @_transparent
  static func value<T>(_ word: UnsafeMutableRawPointer, _: T.Type) -> T? {
    if UInt(bitPattern: word) & 1 == 0 {
      // Alive while announced, and a `StrongBox<T>`: the tag says strong, and a cell's instances
      // are boxed by the factory whose entry it is, so `T` is theirs.
      return Unmanaged<StrongBox<T>>.fromOpaque(word)._withUnsafeGuaranteedRef { $0.value }
    }
    return weakValue(word - 1)
  }

  /// The same for a weak box.
  @_alwaysEmitIntoClient @_transparent
  static func weakValue<T>(_ box: UnsafeMutableRawPointer) -> T? {
    // As above.
    Unmanaged<WeakBox>.fromOpaque(box)._withUnsafeGuaranteedRef { $0.value(T.self) }
  }

  /// Ends an announcement, once the caller has its own reference to the value.
  ///
  /// Unlike `ContainerManager.look` it does not promise to let go of nothing, and is not inlined,
  /// though in itself it lets go of nothing: the compiler would be free to move the caller's retain
  /// past such a call, and from here on whoever dropped the instance may free it.
  @usableFromInline @inline(never)
  static func withdraw(_ announcement: UnsafeMutablePointer<factory_announcement>) {
    factory_withdraw(announcement)
  }
}

extension Cell {
  static func allocate() -> Cell {
    let cell = Cell.allocate(capacity: 1)
    cell.initialize(to: factory_cell())
    return cell
  }

  /// The lock. Its address is computed and not taken from the field, because an `inout` access
  /// would claim the whole cell for itself, lock included, while other threads are at it.
  var lockWord: UnsafeMutablePointer<UInt32> { factory_cell_lock_word(self) }

  /// Runs `body` under the lock. What it puts into the garbage is let go after the lock, because
  /// letting go of an instance may run its `deinit`, and after nobody can be reading it any more.
  func withLock<Result>(_ body: (InstanceState, inout Garbage) -> Result) -> Result {
    var garbage = Garbage()
    factory_lock(lockWord)
    let result = body(InstanceState(self), &garbage)
    unlock(garbage)
    return result
  }

  /// The end of `withLock`. Not inlined: it is the same for all of them.
  @inline(never)
  func unlock(_ garbage: consuming Garbage) {
    factory_unlock(lockWord)
    if garbage.mayBeAnnounced { factory_await_withdrawal(self) }
    withExtendedLifetime(garbage) {}
  }

  /// Drops the instance, those of all parameters, and whatever is being built.
  @inline(never)
  func invalidate() {
    withLock { state, garbage in state.invalidate(&garbage) }
  }

  /// Drops the instance made, or being made, for one scope, or for any but that one.
  @inline(never)
  func invalidate(_ scope: ObjectIdentifier, isSpared: Bool = false) {
    let parameters = withLock { state, garbage in
      let parameters = state.parameters
      if parameters == nil, (state.scope == scope) != isSpared { state.invalidate(&garbage) }
      return parameters
    }
    parameters?.invalidate(scope, isSpared: isSpared)
  }

  /// The box of the instance, and what scope that is of, if there is one.
  var instance: (box: InstanceBox, scope: ObjectIdentifier?)? {
    let parameters = withLock { state, _ in state.parameters }
    return (parameters?.undivided ?? self).withLock { state, _ in
      guard case .ready(let box) = state.phase else { return nil }
      return (box, state.scope)
    }
  }

  /// A copy of what is kept here, but not of what is being built.
  @inline(never)
  func save() -> SavedCell {
    var saved = SavedCell()
    withLock { state, _ in
      switch state.phase {
      case .ready(let box):
        saved.instance = box.copied()
        saved.scope = state.scope
      case .divided(let parameters): saved.parameters = parameters
      case .empty, .building: break
      }
    }
    saved.parameters = saved.parameters?.copy()
    return saved
  }

  /// Puts back a copy of what `save` returned.
  @inline(never)
  func restore(_ saved: SavedCell) {
    let copy = saved.copy()
    withLock { state, garbage in state.restore(copy, &garbage) }
  }

  /// Lets everything go. Nobody else has the cell any more.
  func empty() {
    if factory_cell_phase(self) == nil { return }
    var garbage = Garbage()
    InstanceState(self).invalidate(&garbage)
  }

  func destroy() {
    empty()
    deallocate()
  }
}
