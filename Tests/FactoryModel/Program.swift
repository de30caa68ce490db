// Factory, MIT licence; see LICENSE
//
// The random programs: what they may contain, and how one is made from a seed.

/// How many containers, factories, parameters and arguments a program has.
enum ProgramSize {
  static let containers = 2
  static let factories = 8
  /// Factories from here on take a parameter.
  static let firstWithParameter = 5
  static let parameters = 3
  static let arguments = ["proof-a", "proof-b"]
}

/// A scope, by name.
package enum ScopeName: CaseIterable {
  case unique, cached, shared, graph, singleton, session
}

/// A factory of the program, with its parameter.
package struct Target: Hashable {
  let container: Int
  let factory: Int
  let parameter: Int
}

/// What a closure does: takes its number, performs its steps, and returns an instance that owns
/// what the steps resolved, or nil.
package struct Builder {
  let label: String
  let steps: [Operation]
  let returnsNil: Bool
}

/// The modifiers in the definition of a factory.
package struct Definition {
  let builder: Builder
  let scope: ScopeName?
  let timeToLive: UInt64?
  let isScopedOnParameters: Bool
  let context: (argument: String, builder: Builder)?
  let isOnce: Bool
}

/// What can be reset.
package enum ResetOption: CaseIterable {
  case all, context, none, registration, scope
}

/// One step of a program.
package indirect enum Operation {
  case resolve(Target, isHeld: Bool)
  case register(Target, Builder)
  case context(Target, argument: String, Builder)
  case scope(Target, ScopeName)
  case timeToLive(Target, UInt64)
  case resetFactory(Target, ResetOption)
  case resetContainer(Int, ResetOption)
  case resetScope(Int, ScopeName)
  case resetSingletons
  case push(Int)
  case pop(Int)
  case defaultScope(Int, ScopeName?)
  case setArgument(String)
  case removeArgument(String)
  case advanceClock(UInt64)
  case releaseInstance
}

/// Definitions, what each container registers by itself, and the steps.
package struct Program {
  package let definitions: [[Definition]]
  package let autoRegistrations: [[(Target, Builder)]]
  package var operations: [Operation]

  package init(
    definitions: [[Definition]], autoRegistrations: [[(Target, Builder)]], operations: [Operation]
  ) {
    self.definitions = definitions
    self.autoRegistrations = autoRegistrations
    self.operations = operations
  }
}

extension Program {
  package init(seed: UInt64, length: Int) {
    var maker = ProgramMaker(generator: SeededGenerator(seed: seed))
    self = maker.program(length: length)
  }

  /// A program whose choices are read from bytes, as a fuzzer makes them.
  package init(bytes: [UInt8]) {
    var maker = ProgramMaker(generator: ByteGenerator(bytes: bytes))
    self = maker.program(length: min(60, bytes.count / 8))
  }
}

/// Makes programs. Closures only resolve factories of lower numbers, so nothing is circular.
private struct ProgramMaker<Generator: RandomNumberGenerator> {
  var generator: Generator
  var labels = 0

  mutating func program(length: Int) -> Program {
    var definitions: [[Definition]] = []
    var registrations: [[(Target, Builder)]] = []
    for container in 0..<ProgramSize.containers {
      definitions.append((0..<ProgramSize.factories).map { definition($0) })
      var own: [(Target, Builder)] = []
      while generator.chance(3) {
        let target = target(in: container)
        own.append((target, builder(below: target.factory, depth: 1)))
      }
      registrations.append(own)
    }
    return Program(
      definitions: definitions, autoRegistrations: registrations,
      operations: (0..<length).map { _ in operation(depth: 0) })
  }

  mutating func definition(_ factory: Int) -> Definition {
    Definition(
      builder: builder(below: factory, depth: 1),
      scope: generator.chance(4) ? nil : ScopeName.allCases.randomElement(using: &generator),
      timeToLive: generator.chance(4) ? UInt64.random(in: 1...5, using: &generator) : nil,
      isScopedOnParameters: factory >= ProgramSize.firstWithParameter && !generator.chance(4),
      context: generator.chance(4)
        ? (argument(), builder(below: factory, depth: 1)) : nil,
      isOnce: generator.chance(4))
  }

  mutating func builder(below factory: Int, depth: Int) -> Builder {
    labels += 1
    var steps: [Operation] = []
    while factory > 0, steps.count < 3, !generator.chance(3) {
      steps.append(
        .resolve(target(below: factory), isHeld: false))
      // A closure may change things while it runs.
      if depth == 1, generator.chance(6) { steps.append(change(depth: 2)) }
    }
    return Builder(label: "b\(labels)", steps: steps, returnsNil: generator.chance(8))
  }

  mutating func target(in container: Int? = nil, below limit: Int = ProgramSize.factories) -> Target
  {
    Target(
      container: container ?? Int.random(in: 0..<ProgramSize.containers, using: &generator),
      factory: Int.random(in: 0..<limit, using: &generator),
      parameter: Int.random(in: 0..<ProgramSize.parameters, using: &generator))
  }

  mutating func argument() -> String { ProgramSize.arguments.randomElement(using: &generator)! }

  mutating func operation(depth: Int) -> Operation {
    generator.chance(2)
      ? .resolve(target(), isHeld: generator.chance(3)) : change(depth: depth)
  }

  mutating func change(depth: Int) -> Operation {
    let target = target()
    switch Int.random(in: 0..<24, using: &generator) {
    case 0...3: return .register(target, builder(below: target.factory, depth: depth + 1))
    case 4...5:
      return .context(
        target, argument: argument(), builder(below: target.factory, depth: depth + 1))
    case 6...7: return .scope(target, ScopeName.allCases.randomElement(using: &generator)!)
    case 8: return .timeToLive(target, UInt64.random(in: 1...5, using: &generator))
    case 9...11:
      return .resetFactory(target, ResetOption.allCases.randomElement(using: &generator)!)
    case 12:
      return .resetContainer(
        target.container, ResetOption.allCases.randomElement(using: &generator)!)
    case 13:
      let scope = ScopeName.allCases.filter { $0 != .singleton }.randomElement(using: &generator)!
      return .resetScope(target.container, scope)
    case 14: return .resetSingletons
    case 15...16: return .push(target.container)
    case 17...18: return .pop(target.container)
    case 19:
      return .defaultScope(
        target.container,
        generator.chance(2) ? nil : ScopeName.allCases.randomElement(using: &generator))
    case 20: return .setArgument(argument())
    case 21: return .removeArgument(argument())
    case 22: return .advanceClock(UInt64.random(in: 1...3, using: &generator))
    default: return .releaseInstance
    }
  }
}
