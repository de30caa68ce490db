// Factory, MIT licence; see LICENSE
//
// The static factories that bridge to FactoryKit factories, so that operations on all registrations
// or on a whole scope include them.
internal import FactoryKit

/// The type-erased operations on a bridged factory.
struct Bridge: @unchecked Sendable {
  // Sendable: both closures capture only an `Origin`, which is `Sendable`.
  private let state: () -> FactoryState
  private let drop: (FactoryKit.FactoryResetOptions) -> Void

  init<Modern: FactoryModifying>(_ origin: Origin<Modern>) {
    state = { origin.modern._state }
    drop = { options in origin.modern.reset(options) }
  }

  var isRegistered: Bool { state().isRegistered }
  var scope: FactoryKit.Scope? { state().scope }

  func cachesInstance(in scope: FactoryKit.Scope) -> Bool { state().cachesInstance(in: scope) }
  func reset(_ options: FactoryKit.FactoryResetOptions) { drop(options) }
  func save() -> () -> Void { state().save() }
}

/// All bridged factories. Their number is bounded by the program's source.
enum Bridges {
  private static let bridges = Locked<[Bridge]>([])

  static var all: [Bridge] { bridges.withLock { $0 } }

  private static var snapshots: Locked<[[() -> Void]]> { StaticContainer.shared.bridgeSnapshots }

  /// Adds a bridge. If it is created after a `push`, its current state is saved for the `pop`,
  /// because nothing has changed it through the bridge yet.
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
