// Factory, MIT licence; see LICENSE
//
// The order in which the closures of a tree of tasks go on, for the library and for the model.

/// Closures that wait for their turn: each before it resolves anything, and before it ends.
final class FamilyTurns: @unchecked Sendable {
  // Sendable: all tasks run on one thread; see `ControlledTasks`.
  private var waiting: [String: CheckedContinuation<Void, Never>] = [:]

  /// The place of the current task in the tree.
  @TaskLocal static var path = ""

  /// The closures that wait, in any order that is the same for the same closures.
  var paths: [String] { waiting.keys.sorted() }

  func wait(_ path: String) async {
    await withCheckedContinuation { waiting[path] = $0 }
  }

  func take(_ path: String) { waiting.removeValue(forKey: path)!.resume() }

  /// Resolves several factories, each in a child task, and returns the instances in this order.
  static func all(
    _ needs: [FamilyTarget], in path: String,
    _ resolve: @escaping @Sendable (FamilyTarget) async -> FamilyInstance
  ) async -> [FamilyInstance] {
    await withTaskGroup(of: (Int, FamilyInstance).self) { group in
      for (index, need) in needs.enumerated() {
        group.addTask {
          await $path.withValue("\(path)\(index)f\(need.factory)p\(need.parameter)") {
            (index, await resolve(need))
          }
        }
      }
      let parts = await group.reduce(into: [Int: FamilyInstance]()) { $0[$1.0] = $1.1 }
      return needs.indices.map { parts[$0]! }
    }
  }
}
