// Factory, MIT licence; see LICENSE
//
// How a random program is made from a seed or from bytes.

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
  /// Most steps use these factories, so that they often use the same one.
  var favourites: [Target] = []

  mutating func program(length: Int) -> Program {
    favourites = (0..<4).map { _ in target() }
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
      isScopedOnParameters: ProgramSize.kinds[factory].hasParameter && !generator.chance(4),
      context: generator.chance(4)
        ? (argument(), builder(below: factory, depth: 1)) : nil,
      layer: generator.chance(4) ? layer(site: 0) : nil,
      isOnce: generator.chance(4), hasHook: factory % 3 != 0)
  }

  mutating func builder(below factory: Int, depth: Int) -> Builder {
    labels += 1
    var steps: [Operation] = []
    while factory > 0, steps.count < 3, !generator.chance(3) {
      let part = target(below: factory)
      steps.append(generator.chance(8) ? .existing(part) : .resolve(part, isHeld: false))
      // A closure may change things while it runs.
      if depth == 1, generator.chance(6) { steps.append(change(depth: 2)) }
    }
    var builder = Builder(label: "b\(labels)", steps: steps, returnsNil: generator.chance(8))
    if generator.chance(3) {
      builder.failures = Set((1...3).filter { _ in generator.chance(2) })
    }
    builder.throwsErrorsOfParts = generator.chance(2)
    builder.pauses = !generator.chance(3)
    builder.isConcurrent = generator.chance(3)
    builder.checksCancellation = generator.chance(2)
    return builder
  }

  mutating func layer(site: Int) -> Layer {
    labels += 1
    return Layer(site: site, label: "w\(labels)")
  }

  mutating func target(in container: Int? = nil, below limit: Int = ProgramSize.factories) -> Target
  {
    if !generator.chance(3),
      let favourite = favourites.randomElement(using: &generator), favourite.factory < limit,
      container == nil || container == favourite.container
    {
      return favourite
    }
    return Target(
      container: container ?? Int.random(in: 0..<ProgramSize.containers, using: &generator),
      factory: Int.random(in: 0..<limit, using: &generator),
      parameter: Int.random(in: 0..<ProgramSize.parameters, using: &generator))
  }

  mutating func argument() -> String { ProgramSize.arguments.randomElement(using: &generator)! }

  mutating func operation(depth: Int) -> Operation {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0...5: .resolve(target(), isHeld: generator.chance(3))
    case 6: .existing(target())
    case 7...9: .proceed(Int.random(in: 0..<8, using: &generator))
    case 10: .cancel(Int.random(in: 0..<8, using: &generator))
    default: change(depth: depth)
    }
  }

  mutating func change(depth: Int) -> Operation {
    let target = target()
    switch Int.random(in: 0..<28, using: &generator) {
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
    case 23...24: return .wrap(target, layer(site: Int.random(in: 1...3, using: &generator)))
    case 25: return .resetParameter(target)
    case 26 where depth == 0:
      return generator.chance(3) ? .shutdownSingletons : .shutdown(target.container)
    case 22: return .advanceClock(UInt64.random(in: 1...3, using: &generator))
    default: return .releaseInstance
    }
  }
}
