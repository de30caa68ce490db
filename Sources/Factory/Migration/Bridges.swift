// Factory, MIT licence; see LICENSE
//
// The static factories that stand for FactoryKit's, so that what 1.x programs do with all
// registrations or a whole scope reaches them too.
internal import FactoryKit

/// What is done with a bridged factory without knowing its type.
struct Bridge: @unchecked Sendable {
  // Sendable: both closures capture an `Origin` only, which is.
  private let state: () -> FactoryState
  private let drop: (FactoryKit.FactoryResetOptions) -> Void

  init<Modern: FactoryModifying>(_ origin: Origin<Modern>) {
    state = { origin.modern._state }
    drop = { options in origin.modern.reset(options) }
  }

  var isRegistered: Bool { state().isRegistered }
  var scope: FactoryKit.Scope? { state().scope }

  func keepsInstance(in scope: FactoryKit.Scope) -> Bool { state().keepsInstance(in: scope) }
  func reset(_ options: FactoryKit.FactoryResetOptions) { drop(options) }
  func save() -> () -> Void { state().save() }
}

/// All of them. Their number is bounded by the program's text.
enum Bridges {
  private static let bridges = Locked<[Bridge]>([])

  static var all: [Bridge] { bridges.withLock { $0 } }

  private static var snapshots: Locked<[[() -> Void]]> { StaticContainer.shared.bridgeSnapshots }

  /// A bridge made after a `push` is remembered as it is now, which no one has changed through it.
  static func add(_ bridge: Bridge) {
    bridges.withLock { $0.append(bridge) }
    guard snapshots.withLock({ !$0.isEmpty }) else { return }
    let restore = bridge.save()
    snapshots.withLock { snapshots in
      for index in snapshots.indices { snapshots[index].append(restore) }
    }
  }

  static func push() {
    let restores = all.map { $0.save() }
    snapshots.withLock { $0.append(restores) }
  }

  static func pop() {
    for restore in snapshots.withLock({ $0.popLast() }) ?? [] { restore() }
  }
}
