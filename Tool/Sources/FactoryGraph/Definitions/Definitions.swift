// Factory, MIT licence; see LICENSE
//
// The second step of the pipeline: the factories of a program.
/// The factories of the containers, with what their definitions say.
final class Definitions {
  let symbols: Symbols
  let factories: Table<FactoryInfo>
  /// The factories of each container by name. Several of one name differ in their constraints, or
  /// stand in different clauses of `#if`.
  let factoriesOfContainer: [ContainerIndex: [String: [FactoryIndex]]]
  /// The factory of each property or function that is one.
  let factoryOfMember: [MemberReference: FactoryIndex]
  /// The factories whose definition a chain is.
  let factoryOfBuilder: [ChainReference: FactoryIndex]
  /// The factory of each closure of a definition.
  let factoryOfClosure: [RegionReference: FactoryIndex]
  /// The names of all factories.
  let factoryNames: Set<String>
  let unresolved: [Unresolved]

  init(_ symbols: Symbols) {
    self.symbols = symbols
    let reader = DefinitionReader(symbols)
    factories = reader.factories
    factoriesOfContainer = reader.factoriesOfContainer
    unresolved = reader.unresolved
    factoryNames = Set(factories.map(\.name))
    var members: [MemberReference: FactoryIndex] = [:]
    var builders: [ChainReference: FactoryIndex] = [:]
    var closures: [RegionReference: FactoryIndex] = [:]
    for (index, info) in factories.indexed {
      let file = info.member.file
      members[info.member] = index
      for builder in info.builders { builders[Reference(file, builder.chain)] = index }
      for closure in info.closures { closures[Reference(file, closure)] = index }
    }
    factoryOfMember = members
    factoryOfBuilder = builders
    factoryOfClosure = closures
  }
}

/// What the factories of a program can be asked.
protocol HasDefinitions: HasSymbols {
  var definitions: Definitions { get }
}

extension Definitions: HasDefinitions {
  var definitions: Definitions { self }
}

extension HasDefinitions {
  var symbols: Symbols { definitions.symbols }
  var factories: Table<FactoryInfo> { definitions.factories }

  /// The factories of a container by name, without those that it has from protocols.
  func factories(of container: ContainerIndex) -> [String: [FactoryIndex]] {
    definitions.factoriesOfContainer[container] ?? [:]
  }

  /// The place of a factory's declaration.
  func location(of factory: FactoryIndex) -> Location {
    let reference = factories[factory].member
    return Location(reference.file, member(reference).place)
  }

  /// Whether a factory is what a function of its container returns.
  func isFunction(_ factory: FactoryIndex) -> Bool {
    member(factories[factory].member).kind == .function
  }

  /// `Container.name`, as messages name a factory.
  func name(of factory: FactoryIndex) -> String {
    "\(containers[factories[factory].container].name).\(factories[factory].name)"
  }

  /// `Module.Container.name`, which several declarations may have.
  func plainID(of factory: FactoryIndex) -> String {
    "\(modules[factories[factory].module].name).\(name(of: factory))"
  }

  /// Whether a list names a factory: `name`, `Container.name` or `Module.Container.name`.
  func isNamed(_ factory: FactoryIndex, in names: [String]) -> Bool {
    names.contains {
      [factories[factory].name, name(of: factory), plainID(of: factory)].contains($0)
    }
  }
}
