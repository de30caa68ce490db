// Factory, MIT licence; see LICENSE
//
// Groups of a container, its child and its grandchild against lists, over random changes.
import FactoryModel
import FactoryTesting
import Testing

private final class GroupContainer: SharedContainer {
  @TaskLocal static var shared = GroupContainer()
  static let names: [StaticString] = ["m0", "m1", "m2", "m3", "m4"]
  let manager: ContainerManager
  init() { manager = ContainerManager() }
  init(parent: GroupContainer) { manager = ContainerManager(childOf: parent) }

  var group: FactoryGroup<Int> { group() }
  /// Adds its members on every read.
  var defined: FactoryGroup<Int> { group().add(order: 1) { 1000 }.add { 2000 } }
  subscript(number: Int) -> Factory<Int> {
    Factory(self, key: Self.names[number]) { number }.cached
  }
}

/// The members of one container, in the order in which they were added.
private struct GroupModel {
  struct Member {
    let value: Int
    let isAddedOnce: Bool
    let order: Int

    func repeats(_ other: Member) -> Bool {
      isAddedOnce && other.isAddedOnce && value == other.value
    }
  }
  var own: [Member] = []

  /// By order, then from the outermost container to the innermost, then as they were added.
  static func values(_ models: [GroupModel]) -> [Int] {
    let all = models.flatMap(\.own)
    var members: [Member] = []
    for order in Set(all.map(\.order)).sorted() {
      for member in all where member.order == order {
        if !members.contains(where: member.repeats) { members.append(member) }
      }
    }
    return members.map(\.value)
  }

  static func add(_ member: Member, to models: inout [GroupModel], at level: Int) {
    if models[...level].flatMap(\.own).contains(where: member.repeats) { return }
    models[level].own.append(member)
  }
}

@Suite("Random groups", .onOneProcessor)
struct GroupPrograms {
  @Test("The groups of a family agree with lists at every step", arguments: 0..<8)
  func families(program: Int) {
    for seed in 0..<Effort.brief(50) {
      var generator = SeededGenerator(seed: UInt64(program * 50 + seed))
      let root = GroupContainer()
      let child = GroupContainer(parent: root)
      let containers = [root, child, GroupContainer(parent: child)]
      var models = containers.map { _ in GroupModel() }
      var defined = models
      var pushed = models.map { _ in [GroupModel]() }
      for step in 0..<80 {
        let level = Int.random(in: 0..<3, using: &generator)
        let container = containers[level]
        let value = Int.random(in: 0..<GroupContainer.names.count, using: &generator)
        let order = Int.random(in: -2...2, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...3:
          container.group.add(\GroupContainer.[value], order: order)
          GroupModel.add(
            .init(value: value, isAddedOnce: true, order: order), to: &models, at: level)
        case 4, 5:
          container.group.add(order: order) { 100 + step }
          GroupModel.add(
            .init(value: 100 + step, isAddedOnce: false, order: order), to: &models, at: level)
        case 6:
          container.group.reset(.registration)
          models[level] = GroupModel()
        case 7:
          container.manager.push()
          pushed[level].append(models[level])
        case 8:
          guard let last = pushed[level].popLast() else { continue }
          container.manager.pop()
          models[level] = last
        default:
          break
        }
        for (level, container) in containers.enumerated() {
          #expect(
            container.group() == GroupModel.values(Array(models[...level])),
            "seed \(program * 50 + seed), step \(step), level \(level)")
        }
      }
      // Reading the definition adds its members to the container that reads it, unless those around it have them.
      for level in [0, 1, 2].shuffled(using: &generator) {
        for (value, order) in [(1000, 1), (2000, 0)] {
          GroupModel.add(
            .init(value: value, isAddedOnce: true, order: order), to: &defined, at: level)
        }
        #expect(
          containers[level].defined() == GroupModel.values(Array(defined[...level])),
          "seed \(program * 50 + seed), level \(level)")
      }
    }
  }
}
