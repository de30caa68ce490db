// Factory, MIT licence; see LICENSE
//
// What the factories of a family create, in the library and in the model.

/// An instance, with the instances that it was built with.
final class FamilyInstance: Error, Sendable {
  /// The closure that has created it.
  let label: String
  /// The position in the order of construction. Zero for groups and layers.
  let number: Int
  let parts: [FamilyInstance]
  /// The container that has set the closure, and its parents, innermost first. Empty for definitions.
  let setter: [Int]
  let wrapper: (any FamilyReadable)?

  init(
    _ label: String, _ parts: [FamilyInstance], number: Int = 0, setter: [Int] = [],
    wrapper: (any FamilyReadable)? = nil
  ) {
    (self.label, self.number, self.parts) = (label, number, parts)
    (self.setter, self.wrapper) = (setter, wrapper)
  }

  /// What a resolution throws, in place of an instance.
  static func error(_ error: FamilyInstance) -> FamilyInstance { FamilyInstance("!", [error]) }
  var isError: Bool { label == "!" }

  var text: String { text(hasNumber: true) }
  /// The text without the order of construction.
  var shape: String { text(hasNumber: false) }

  private func text(hasNumber: Bool) -> String {
    let inner = parts.map { $0.text(hasNumber: hasNumber) }.joined(separator: " ")
    return label + (hasNumber && number > 0 ? "#\(number)" : "")
      + (parts.isEmpty ? "" : "(\(inner))")
  }

  /// The instance and its parts, each once.
  var all: [FamilyInstance] {
    var known: Set<ObjectIdentifier> = []
    var found: [FamilyInstance] = []
    func visit(_ instance: FamilyInstance) {
      guard known.insert(ObjectIdentifier(instance)).inserted else { return }
      found.append(instance)
      instance.parts.forEach(visit)
    }
    visit(self)
    return found
  }
}

/// A wrapper of an instance.
protocol FamilyReadable: AnyObject, Sendable {}
