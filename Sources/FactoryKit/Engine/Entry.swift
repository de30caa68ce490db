// Factory, MIT licence; see LICENSE
//
// All that one container keeps of one factory: its registration, contexts, scope and instance.
import FactoryAtomics

/// The state of one factory in one container.
///
/// Entries are allocated by the container, never moved, and freed when the container goes.
/// Everything but the key is guarded by the lock of the entry's cell, except where the declaration
/// says otherwise.
@usableFromInline
typealias Entry = UnsafeMutablePointer<factory_entry>

/// What an entry's options have, one bit each.
enum Trait {
  /// A registration or a context may replace the factory's closure.
  static let overridden: UInt32 = 1
  static let decorated: UInt32 = 2
  static let timed: UInt32 = 4
  static let perParameter: UInt32 = 8
  static let once: UInt32 = 16
  /// The contexts were reset after `.once()`: the definition's apply once more.
  static let contextsAgain: UInt32 = 32
}

extension Entry {
  /// Where the entry's own instance is.
  var cell: Cell { factory_entry_cell(self) }

  var traits: UInt32 { factory_entry_traits(self) }

  /// Whether each parameter has an instance of its own.
  var isScopedOnParameters: Bool { traits & Trait.perParameter != 0 }

  // MARK: Scope

  /// Whether a modifier already gave the factory this very scope.
  func isRecorded(_ scope: Scope) -> Bool { recordedScope == RecordedScope(scope) }

  /// The scope given by a modifier.
  var scope: Scope? { recordedScope?.object }

  /// The same, for those who only compare it.
  var recordedScope: RecordedScope? { factory_entry_scope(self).map { RecordedScope(pointer: $0) } }

  /// Whether no scope keeps its instances, unless the container has one for those without.
  private var isUnscoped: Bool {
    (recordedScope?.kind ?? FACTORY_UNIQUE_SCOPE) == FACTORY_UNIQUE_SCOPE
  }

  /// Gives the factory a scope, or takes it away, and returns the one before. The container must
  /// keep `scope` already.
  @discardableResult
  func replaceScope(by scope: Scope?) -> RecordedScope? {
    factory_lock(cell.lockWord)
    let old = recordedScope
    setScope(scope)
    factory_unlock(cell.lockWord)
    return old
  }

  /// Under the lock.
  private func setScope(_ scope: Scope?) {
    closeWay()
    factory_entry_set_scope(self, scope.map { RecordedScope($0).pointer })
    decideWay()
  }

  // MARK: Options

  /// The options; nil if none was ever set.
  var options: OptionsReference? {
    // Saves the lock for most: a change that races with this may be seen or not.
    traits == 0 ? nil : lockedOptions
  }

  private var lockedOptions: OptionsReference? {
    @inline(never) get {
      factory_lock(cell.lockWord)
      defer { factory_unlock(cell.lockWord) }
      return OptionsReference(word: pointee.options)
    }
  }

  /// The registration, where there is nothing else: no other option, and no scope that keeps.
  var loneRegistration: AnyObject? {
    @inline(never) get {
      // Saves the lock for most, as above.
      guard traits == Trait.overridden else { return nil }
      factory_lock(cell.lockWord)
      defer { factory_unlock(cell.lockWord) }
      guard OptionsReference.isRegistrationOnly(pointee.options), isUnscoped else { return nil }
      return OptionsReference(word: pointee.options)?.registration
    }
  }

  /// Takes the lock and returns the options, for `endChange` to put back.
  @inline(never)
  func beginChange() -> EntryOptions {
    factory_lock(cell.lockWord)
    return OptionsReference(word: pointee.options)?.options ?? EntryOptions()
  }

  /// Ends what `beginChange` began. Everything the change took out is let go after the lock.
  @inline(never)
  func endChange(_ options: EntryOptions, droppingInstances: Bool = false) {
    let traits = options.traits
    endChange(
      to: options.reference(traits)?.retained(), traits, droppingInstances: droppingInstances)
  }

  /// Under the lock, which it gives back. The word owns a reference.
  private func endChange(
    to word: UnsafeMutableRawPointer?, _ traits: UInt32, droppingInstances: Bool
  ) {
    var garbage = Garbage()
    // The replaced options hold whatever the change took out.
    garbage.add(
      OptionsReference.release(factory_entry_replace_options(self, word)))
    closeWay()
    factory_entry_set_traits(self, traits)
    decideWay()
    if droppingInstances { InstanceState(cell).invalidate(&garbage) }
    cell.unlock(garbage)
  }

  /// Registers `override`, and nothing else changes. Most often there is nothing else.
  func register(_ override: consuming AnyObject, droppingInstances: Bool) {
    factory_lock(cell.lockWord)
    guard OptionsReference.isRegistrationOnly(pointee.options) else {
      var options = OptionsReference(word: pointee.options)?.options ?? EntryOptions()
      options.registration = override
      return endChange(options, droppingInstances: droppingInstances)
    }
    endChange(
      to: OptionsReference.retained(registration: override), Trait.overridden,
      droppingInstances: droppingInstances)
  }

  /// Forgets all options, and the scope.
  @inline(never)
  func clear(droppingInstances: Bool) {
    factory_lock(cell.lockWord)
    setScope(nil)
    endChange(to: nil, 0, droppingInstances: droppingInstances)
  }

  // MARK: Way

  /// Before a change: whoever sees the new scope or traits without the lock must not take the way
  /// of the old ones. Under the lock.
  private func closeWay() { factory_entry_set_way(self, 0) }

  /// The way after a change: plain, or the full one until it has found an instance. Under the lock.
  private func decideWay() {
    let replaces = Trait.overridden | Trait.decorated
    factory_entry_set_way(self, traits & replaces == 0 && isUnscoped ? UInt(FACTORY_PLAIN) : 0)
  }

  /// Has resolutions look for the instance of `scope` in `cell` first.
  func shorten(_ scope: RecordedScope, to cell: Cell) {
    let complicates = Trait.decorated | Trait.timed | Trait.perParameter
    if traits & complicates != 0 { return }
    let tag = scope.kind == FACTORY_SINGLETON_SCOPE ? UInt(FACTORY_SINGLETON) : 0
    factory_lock(self.cell.lockWord)
    if recordedScope == scope, traits & complicates == 0 {
      factory_entry_set_way(self, UInt(bitPattern: cell) | tag)
    }
    factory_unlock(self.cell.lockWord)
  }
}
