// Factory, MIT licence; see LICENSE
//
// The static factories that bridge to FactoryKit factories, so that operations on all registrations
// or on a whole scope include them.
internal import FactoryKit

/// The type-erased operations on a bridged factory.
protocol Bridge: Sendable {
  var state: FactoryState { get }
  func reset(_ options: FactoryKit.FactoryResetOptions)
}

extension Bridge {
  var isRegistered: Bool { state.isRegistered }
  var scope: FactoryKit.Scope? { state.scope }

  func cachesInstance(in scope: FactoryKit.Scope) -> Bool { state.cachesInstance(in: scope) }
  func save() -> () -> Void { state.save() }
}

extension Origin: Bridge where Modern: FactoryModifying {
  var state: FactoryState { modern._state }
  func reset(_ options: FactoryKit.FactoryResetOptions) { modern.reset(options) }
}

/// All bridged factories. Their number is bounded by the program's source.
enum Bridges {
  private static let bridges = Locked<[any Bridge]>([])

  static var all: [any Bridge] { bridges.withLock { $0 } }

  private static var snapshots: Locked<[[() -> Void]]> { StaticContainer.shared.bridgeSnapshots }

  /// Adds a bridge. If it is created after a `push`, its current state is saved for the `pop`,
  /// because nothing has changed it through the bridge yet.
  static func add(_ bridge: any Bridge) {
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
