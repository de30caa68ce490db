// Factory, MIT licence; see LICENSE
//
// What rules and reports read.
/// A program: the files at the paths that the tool was given, as one.
///
/// It is made in steps, each when it is first needed. A step asks only those before it, and does not
/// change afterwards, apart from memoised answers:
///
/// 1. `Symbols`: what the files declare. Names can be looked up only when all declarations are known,
///    because a file may extend or alias a type of any other.
/// 2. `Definitions`: the factories. They are members of the containers, which 1 finds, and an extension
///    of a container may be in any file.
/// 3. `Usage`: what the program does with its factories, and which functions it calls. This needs what
///    each expression is: a container, a factory, an instance of a type.
/// 4. `Execution`: what runs a piece of code, and when. A closure that a use registers runs later than
///    one that a call of the program runs at once, so the uses and calls have to be known.
/// 5. `Construction`: the edges of the graph. They follow the code that a factory's closure runs,
///    through calls.
/// 6. `Scopes`: the scopes of factories. A container's default scope counts if the code that sets it
///    certainly runs, which 4 tells.
///
/// What a program can be asked is in extensions of `HasProgram`, so that the steps ask in the same words.
/// Rules, the graph and the reports read the program, and none of them needs another one.
public final class Program: HasProgram {
  let symbols: Symbols
  private(set) lazy var definitions = Definitions(self)
  private(set) lazy var usage = Usage(self)
  private(set) lazy var execution = Execution(self)
  private(set) lazy var construction = Construction(self)
  private(set) lazy var scopes = Scopes(self)
  /// Everything that the syntax does not decide.
  private(set) lazy var unresolved =
    usage.unresolved + construction.unresolved + testsOfUnknownClasses() + scopes.unresolved
  /// The values of chains that variables and properties have.
  var knownValues: [ChainReference: Value] = [:]
  /// The trees of the files for which rules have made fixes.
  var fixSources: [FileIndex: FixSource] = [:]
  /// The graph of the program.
  public private(set) lazy var graph = Graph(self)
  /// What rules ask about single factories.
  private(set) lazy var questions = RuleQuestions(self)
  /// The first file of each path: several targets may compile it.
  let fileOfPath: [String: FileIndex]

  package var files: Table<SourceFile> { symbols.files }
  package var modules: Table<Module> { symbols.modules }
  var program: Program { self }

  /// - Parameters:
  ///   - files: the parsed files.
  ///   - modules: the modules that the files belong to.
  ///   - libraryVersion: the first number of the version of Factory that the program has. If it is not
  ///     known, rules assume the tool's own.
  package init(files: [SourceFile], modules: [Module], libraryVersion: Int? = nil) {
    symbols = Symbols(
      files: Table(files), modules: Table(modules), libraryVersion: libraryVersion)
    fileOfPath = Dictionary(
      files.indices.map { (files[$0].path, FileIndex($0)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// A program of the files that were read.
  ///
  /// - Parameters:
  ///   - loader: the files that were read.
  ///   - configuration: says which version of Factory the program has, if its packages and projects do
  ///     not.
  public convenience init(_ loader: ProgramLoader, _ configuration: Configuration = .init()) {
    self.init(
      files: loader.files, modules: loader.modules,
      libraryVersion: loader.libraryVersion ?? configuration.libraryVersion)
  }

  /// Where one of the program's factories is declared, for a finding of a rule.
  public func location(of factory: Graph.Factory) -> Location {
    guard let file = fileOfPath[factory.path] else {
      preconditionFailure("\(factory.id) is a factory of another program")
    }
    return Location(file, Place(line: factory.line, column: factory.column))
  }
}

/// What a program can be asked: by rules, and by the steps that are made of those before them.
protocol HasProgram {
  var program: Program { get }
}
