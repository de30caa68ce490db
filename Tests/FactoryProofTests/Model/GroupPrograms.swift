// Factory, MIT licence; see LICENSE
//
// Groups against a list, over random changes.
import FactoryModel
import FactoryTesting
import Testing

private final class GroupProgramContainer: SharedContainer {
  @TaskLocal static var shared = GroupProgramContainer()
  let manager = ContainerManager()

  var group: FactoryGroup<Int> { group() }
  var kept: FactoryGroup<Int> { group().cached }
  subscript(number: Int) -> Factory<Int> {
    Factory(self, key: GroupPrograms.names[number]) { number }.cached
  }
}

/// What a group should be: its members with their orders, and what replaces them.
private struct GroupModel {
  var members: [(value: Int, isKeyPath: Bool, order: Int)] = []
  var registration: [Int]?

  var values: [Int] {
    registration
      ?? Set(members.map(\.order)).sorted().flatMap { order in
        members.filter { $0.order == order }.map(\.value)
      }
  }

  mutating func add(_ value: Int, isKeyPath: Bool, order: Int) {
    if isKeyPath, members.contains(where: { $0.isKeyPath && $0.value == value }) { return }
    members.append((value, isKeyPath, order))
  }
}

@Suite("Random groups", .onOneProcessor)
struct GroupPrograms {
  static let names: [StaticString] = ["m0", "m1", "m2", "m3", "m4"]

  @Test("A group agrees with a list at every step of random programs", arguments: 0..<8)
  func agreement(program: Int) {
    for seed in 0..<Effort.brief(50) {
      var generator = SeededGenerator(seed: UInt64(program * 50 + seed))
      let container = GroupProgramContainer()
      // A group with a scope gives the same, because each change evicts its array.
      let groups = { [container.group, container.kept] }
      var (model, pushed) = (GroupModel(), [GroupModel]())
      var built: Set<Int> = []
      for step in 0..<60 {
        let value = Int.random(in: 0..<Self.names.count, using: &generator)
        let order = Int.random(in: -2...2, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3:
          let keyPath: KeyPath<GroupProgramContainer, Factory<Int>> = \.[value]
          for group in groups() { group.add(keyPath, order: order) }
          model.add(value, isKeyPath: true, order: order)
        case 4...6:
          for group in groups() { group.add(order: order) { 100 + step } }
          model.add(100 + step, isKeyPath: false, order: order)
        case 7:
          for group in groups() { group.reset(.registration) }
          // The array of the one with a scope stays.
          container.kept.reset(.scope)
          model = GroupModel()
        case 8:
          for group in groups() { group.register { [step] } }
          model.registration = [step]
        case 9:
          container.manager.push()
          pushed.append(model)
        case 10:
          guard let last = pushed.popLast() else { continue }
          container.manager.pop()
          container.reset(options: .scope)
          model = last
          built = []
        default:
          _ = container[value]()
          built.insert(value)
        }
        let existing =
          model.registration == nil ? model.values.filter { built.contains($0) } : []
        #expect(container.group.existing() == existing, "seed \(program * 50 + seed), step \(step)")
        #expect(container.group() == model.values, "seed \(program * 50 + seed), step \(step)")
        #expect(container.kept() == model.values)
        if model.registration == nil {
          built.formUnion(model.members.filter(\.isKeyPath).map(\.value))
        }
      }
    }
  }
}
