// Factory, MIT licence; see LICENSE
//
// Releases evicted objects once no reader protects them; see `factory_hazards.h` for the protocol.
public import FactoryCore

@usableFromInline
enum Retirement {
  private static let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private static var waiting: [UnsafeMutableRawPointer] = []

  /// Releases what a cell published before, or defers that until its readers are done. Called with
  /// no lock held, because the object's `deinit` may run user code. Never waits.
  static func release(_ published: UnsafeMutableRawPointer) {
    if factory_is_protected(published) {
      lock.withLock { add([published]) }
    } else {
      releaseNow(published)
    }
    if factory_has_retired() { releaseWaiting() }
  }

  /// Releases the deferred objects that no reader protects any more. Called by evictions, and by
  /// readers that find that some are waiting.
  @inline(never)
  private static func releaseWaiting() {
    let candidates = lock.withLock {
      let candidates = waiting
      waiting = []
      factory_set_retired(0)
      return candidates
    }
    var inUse: [UnsafeMutableRawPointer] = []
    for published in candidates {
      if factory_is_protected(published) {
        inUse.append(published)
      } else {
        releaseNow(published)
      }
    }
    if inUse.isEmpty { return }
    lock.withLock { add(inUse) }
    // A reader that ended its protection in between saw an empty list.
    if inUse.contains(where: { !factory_is_protected($0) }) { releaseWaiting() }
  }

  /// Under the lock.
  private static func add(_ published: [UnsafeMutableRawPointer]) {
    waiting += published
    factory_set_retired(UInt32(truncatingIfNeeded: waiting.count))
  }

  private static func releaseNow(_ published: UnsafeMutableRawPointer) {
    // The published address owns a reference to the object; see `LockedCell.publish`.
    Unmanaged<AnyObject>.fromOpaque(published.withoutTag).release()
  }
}

extension UnsafeMutableRawPointer {
  /// The object's address, without `FACTORY_HOLDS_WEAKLY`.
  @_alwaysEmitIntoClient @inline(__always)
  var withoutTag: UnsafeMutableRawPointer {
    // Objects are aligned to more than two bytes, so the lowest bit is the tag.
    UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: self) & ~UInt(FACTORY_HOLDS_WEAKLY))!
  }

  @_alwaysEmitIntoClient @inline(__always)
  var holdsWeakly: Bool { UInt(bitPattern: self) & UInt(FACTORY_HOLDS_WEAKLY) != 0 }
}

extension Retirement {
  /// Ends a reader's protection, once it has a reference of its own to the instance.
  ///
  /// A call, so that the optimiser cannot move the reader's retain past the end of its protection: it
  /// moves retains past stores, even atomic ones, but not past functions whose bodies it does not see.
  @usableFromInline @inline(never)
  static func endProtection(_ slot: UnsafeMutablePointer<factory_hazard>) {
    factory_unprotect(slot)
    if factory_has_retired() { releaseWaiting() }
  }
}
