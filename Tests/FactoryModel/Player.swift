// Factory, MIT licence; see LICENSE
//
// What the model and the library have in common when they play a program: numbered instances,
// and what one can see of a step.

/// The instance that every closure creates. Equal numbers are the same construction in the library
/// and in the model.
final class Instance {
  let number: Int
  let label: String
  let parts: [Instance]
  private let counts: InstanceCounts

  init(number: Int, label: String, parts: [Instance], counts: InstanceCounts) {
    self.number = number
    self.label = label
    self.parts = parts
    self.counts = counts
    counts.alive += 1
  }

  deinit {
    counts.alive -= 1
  }

  var description: String {
    "\(label)#\(number)\(parts.map { "\($0.number)" })"
  }
}

/// Counts the instances of the library or of the model.
final class InstanceCounts {
  var alive = 0
  var made = 0
}

/// Plays the steps of a program, one by one.
protocol Player: AnyObject {
  var counts: InstanceCounts { get }
  var held: [Instance] { get set }
  func resolve(_ target: Target) -> Instance?
  func change(_ operation: Operation)
}

extension Player {
  /// Performs a step and returns its visible result.
  func play(_ operation: Operation) -> String {
    switch operation {
    case .resolve(let target, let isHeld):
      let instance = resolve(target)
      if isHeld, let instance { held.append(instance) }
      return instance?.description ?? "nil"
    case .releaseInstance:
      if !held.isEmpty { held.removeFirst() }
    default:
      change(operation)
    }
    return "made \(counts.made)"
  }

  /// The body of every closure of a program.
  func build(_ builder: Builder) -> Instance? {
    counts.made += 1
    let number = counts.made
    var parts: [Instance] = []
    for step in builder.steps {
      if case .resolve(let target, _) = step {
        if let part = resolve(target) { parts.append(part) }
      } else {
        _ = play(step)
      }
    }
    if builder.returnsNil { return nil }
    return Instance(number: number, label: builder.label, parts: parts, counts: counts)
  }
}
