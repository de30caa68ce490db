// Factory, MIT licence; see LICENSE
//
// Releasing objects: evicted ones when no reader protects them any more, which `factory_hazards.h` describes, and those
// that a change removes under a lock after the lock.
public import FactoryCore

@usableFromInline
package enum Retirement {
  private static let waiting = Locked<[UnsafeMutableRawPointer]>([])

  /// Releases an object that a node no longer publishes, or defers that until its readers have
  /// finished. Called with no lock held, because the object's `deinit` may run user code. Never
  /// waits.
  static func release(_ published: UnsafeMutableRawPointer) {
    if factory_is_protected(published) {
      waiting.withLock { add(published, to: &$0) }
    } else {
      releaseNow(published)
    }
    if factory_has_retired() { releaseWaiting() }
  }

  /// Releases the deferred objects that no reader protects any more. Called by evictions, and by
  /// readers and users of a store's lock that see that there are deferred objects.
  @inline(never)
  static func releaseWaiting() {
    LockOrder.requireNone()
    let candidates = waiting.withLock { waiting in
      let candidates = waiting
      waiting = []
      factory_discount_retired(UInt32(truncatingIfNeeded: candidates.count))
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
    waiting.withLock { waiting in
      for published in inUse { add(published, to: &waiting) }
    }
    // A reader that ended its protection in between saw an empty list, so search again.
    if inUse.contains(where: { !factory_is_protected($0) }) { releaseWaiting() }
  }

  /// Called under the lock.
  private static func add(
    _ published: UnsafeMutableRawPointer, to waiting: inout [UnsafeMutableRawPointer]
  ) {
    waiting.append(published)
    factory_count_retired(1)
  }

  private static func releaseNow(_ published: UnsafeMutableRawPointer) {
    // The published address owns a reference to the object; see `StoreState.publishInstance`.
    published.withoutTag.releaseObject()
  }
}

extension UnsafeMutableRawPointer {
  /// The object's address, without the bits that say what it is.
  @_alwaysEmitIntoClient @inline(__always)
  var withoutTag: UnsafeMutableRawPointer {
    // The object is an `InstanceBox` or a `ModifierClosure`, which are aligned to at least eight bytes. An object of
    // Objective-C, which may be a tagged pointer, is published in a box only.
    UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: self) & ~3)!
  }

  @_alwaysEmitIntoClient @inline(__always)
  var holdsWeakly: Bool { UInt(bitPattern: self) & UInt(FACTORY_HOLDS_WEAKLY) != 0 }
}

extension Retirement {
  /// Ends a reader's protection, after the reader has retained the instance.
  ///
  /// Not inlined, so that the optimiser cannot move the reader's retain past the end of its
  /// protection: it moves retains past stores, even atomic ones, but not past calls of functions
  /// whose bodies it does not see.
  @usableFromInline @inline(never)
  static func endProtection(_ slot: UnsafeMutablePointer<factory_hazard>) {
    #if DEBUG
      if factory_hazard_is_free(slot) {
        fatalError("FactoryKit: a reader ends a protection that is not in progress")
      }
    #endif
    factory_unprotect(slot)
    if factory_has_retired() { releaseWaiting() }
  }
}

// MARK: -

// References that a change removes under a lock, to be released after the lock.

/// References to release after a lock, because releasing an instance or a closure may run a
/// `deinit`, which is user code. Most changes remove one settings object and one instance, which need no
/// allocation here.
package struct Garbage: ~Copyable {
  private var first: AnyObject?
  private var second: AnyObject?
  // A fifth field would make the compiler destroy these through functions of the runtime, which
  // makes every change slower.
  /// An address that a node no longer publishes. Readers may still use the object.
  private var retired: UnsafeMutableRawPointer?
  private var more: MoreGarbage?

  init() {}

  package mutating func add(_ object: consuming AnyObject) {
    if first == nil {
      first = object
    } else if second == nil {
      second = object
    } else {
      others.objects.append(object)
    }
  }

  /// Adds an address that a node has published, which owns a reference.
  mutating func add(retired address: UnsafeMutableRawPointer) {
    if retired == nil {
      retired = address
    } else {
      others.retired.append(address)
    }
  }

  /// Whether nothing was removed.
  var isEmpty: Bool { first == nil && retired == nil }

  private var others: MoreGarbage {
    mutating get {
      if let more { return more }
      let new = MoreGarbage()
      more = new
      return new
    }
  }

  /// Releases everything. Called with no lock held.
  @inline(never)
  consuming func release() {
    if !isEmpty { LockOrder.requireNone() }
    if let retired { Retirement.release(retired) }
    if let more {
      for address in more.retired { Retirement.release(address) }
    }
  }
}

private final class MoreGarbage {
  var objects: [AnyObject] = []
  var retired: [UnsafeMutableRawPointer] = []
}
