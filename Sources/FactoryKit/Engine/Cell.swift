// Factory, MIT licence; see LICENSE
//
// One place for an instance: the state machine behind its lock word. Entries, singletons and
// per-parameter instances are all held in cells.
import FactoryAtomics

/// An ``InstanceState`` with the lock that guards it, at a fixed address.
///
/// Cells are never moved: whoever owns one allocates it and keeps it until no resolution can
/// reach it. They are used through `UnsafeMutablePointer<Cell>`.
@usableFromInline
package struct Cell {
  // All are at fixed offsets and reached through the pointers further down only. In this order they
  // fit without a gap.

  private var state = InstanceState()
  private var lock: UInt32 = 0
  /// The state's instance for hits to find, tagged (see ``Published``), or null. Written under the
  /// lock, read by announcement.
  private var published: UnsafeMutableRawPointer?

  init() {}

  /// See `Entry.isLaidOutAsComputed`.
  static var isLaidOutAsComputed: Bool {
    MemoryLayout<Cell>.offset(of: \.state) == 0
      && MemoryLayout<Cell>.offset(of: \.lock) == lockOffset
      && MemoryLayout<Cell>.offset(of: \.published) == publishedOffset
  }

  /// Right after the state, whose own end is as well aligned as a lock word must be.
  fileprivate static var lockOffset: Int { MemoryLayout<InstanceState>.size }

  /// After the lock word, rounded up to a pointer's alignment.
  fileprivate static var publishedOffset: Int {
    let alignment = MemoryLayout<UInt>.alignment
    return (lockOffset + MemoryLayout<UInt32>.size + alignment - 1) / alignment * alignment
  }

  static func allocate() -> UnsafeMutablePointer<Cell> {
    let cell = UnsafeMutablePointer<Cell>.allocate(capacity: 1)
    cell.initialize(to: Cell())
    return cell
  }
}

/// A box as a word that others read: its address, with the lowest bit telling that it is weak.
@usableFromInline
enum Published {
  static func word(_ box: InstanceBox) -> UnsafeMutableRawPointer {
    // Not retained here: the cell's state owns the box for as long as it is published.
    Unmanaged.passUnretained(box).toOpaque() + (box.isWeak ? 1 : 0)
  }

  /// The value in the box. To be used between announcement and withdrawal only.
  @_alwaysEmitIntoClient @_transparent
  static func value<T>(_ word: UnsafeMutableRawPointer, _: T.Type) -> T? {
    if UInt(bitPattern: word) & 1 == 0 {
      // Alive while announced, and a `StrongBox<T>`: the tag says strong, and a cell's instances
      // are boxed by the factory whose entry it is, so `T` is theirs.
      return Unmanaged<StrongBox<T>>.fromOpaque(word)._withUnsafeGuaranteedRef { $0.value }
    }
    // The same for a weak one.
    return Unmanaged<WeakBox<T>>.fromOpaque(word - 1)._withUnsafeGuaranteedRef { $0.value }
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

extension UnsafeMutablePointer<Cell> {
  /// The lock. Its address is computed and not taken from the field, because an `inout` access
  /// would claim the whole cell for itself, lock included, while other threads are at it.
  private var lockWord: UnsafeMutablePointer<UInt32> {
    (UnsafeMutableRawPointer(self) + Cell.lockOffset).assumingMemoryBound(to: UInt32.self)
  }

  /// Where hits look.
  var publishedWord: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
    (UnsafeMutableRawPointer(self) + Cell.publishedOffset)
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  /// What the lock guards; only under the lock.
  private var state: UnsafeMutablePointer<InstanceState> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: InstanceState.self)
  }

  /// Runs `body` under the lock. What it puts into the garbage is let go after the lock, because
  /// letting go of an instance may run its `deinit`, and after nobody can be reading it any more.
  func withLock<Result>(_ body: (inout InstanceState, inout Garbage) -> Result) -> Result {
    var garbage = Garbage()
    factory_lock(lockWord)
    let result = body(&state.pointee, &garbage)
    unlock(garbage)
    return result
  }

  /// The end of `withLock`. Not inlined: it is long, and the same for all of them.
  @inline(never)
  private func unlock(_ garbage: consuming Garbage) {
    let isOutdated = unpublishWhatHasGone()
    factory_unlock(lockWord)
    if isOutdated { factory_await_withdrawal(publishedWord) }
    withExtendedLifetime(garbage) {}
  }

  /// Reads under the lock.
  func read<Result>(_ body: () -> Result) -> Result {
    factory_lock(lockWord)
    defer { factory_unlock(lockWord) }
    return body()
  }

  /// Has hits find `box`, if it is still the cell's. Only for cells that live as long as whoever
  /// may read them: an entry's, or one of the process's singletons.
  func publish(_ box: InstanceBox) {
    withLock { state, _ in
      guard state.instance === box else { return }
      factory_pointer_store(publishedWord, Published.word(box))
    }
  }

  /// Under the lock: empties the word if the state does not keep that instance any more. Whoever
  /// changed the state has put the instance into its garbage.
  private func unpublishWhatHasGone() -> Bool {
    guard let published = publishedWord.pointee else { return false }
    if let instance = state.pointee.instance, Published.word(instance) == published { return false }
    factory_unpublish(publishedWord)
    return true
  }

  /// Drops the instance, those of all parameters, and whatever is being built.
  @inline(never)
  func invalidate() {
    withLock { state, garbage in state.invalidateAll(garbage: &garbage) }
  }

  /// Drops the instances made, or being made, for one scope.
  func invalidate(scope: ObjectIdentifier) {
    let parameters = withLock { state, garbage in
      if state.scope == scope { state.invalidate(garbage: &garbage) }
      return state.parameters
    }
    parameters?.invalidate(scope: scope)
  }

  /// A copy of what is kept here, but not of what is being built.
  func save() -> SavedCell {
    let (instance, lastUse, scope, parameters) = withLock { state, _ in
      (state.instance, state.instance?.lastUse, state.scope, state.parameters)
    }
    return SavedCell(
      instance: instance?.copy(lastUse: lastUse), scope: instance == nil ? nil : scope,
      parameters: parameters?.copy())
  }

  /// Puts back a copy of what `save` returned.
  func restore(_ saved: SavedCell) {
    let copy = saved.copy()
    withLock { state, garbage in state.restore(copy, garbage: &garbage) }
  }

  func destroy() {
    deinitialize(count: 1)
    deallocate()
  }
}
