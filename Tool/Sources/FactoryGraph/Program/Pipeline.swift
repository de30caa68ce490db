// Factory, MIT licence; see LICENSE
//
// The steps from source files to a program. The command, the tests and tools of one's own all come
// here: `ProgramLoader` reads and parses files, `Program(modules:)` parses texts.
extension Program {
  /// Makes a program in steps. Each is made from the one before, and does not change
  /// afterwards, apart from memoised answers.
  ///
  /// 1. `Symbols`: what the files declare. Names can be looked up only when all declarations are
  ///    known, because a file may extend or alias a type of any other.
  /// 2. `Definitions`: the factories. They are members of the containers, which 1 finds, and an
  ///    extension of a container may be in any file.
  /// 3. `Values`: what an expression is: a container, a factory, an instance of a type. This needs
  ///    the names of the factories, because `container.service` is a factory if the container has
  ///    one of this name. It is found out when it is asked for.
  /// 4. `Usage`: what the program does with its factories, and which functions it calls: for each
  ///    expression, what its value tells.
  /// 5. `Execution`: what runs a piece of code, and when. A closure that a use registers runs later
  ///    than one that a call of the program runs at once, so the uses and calls have to be known.
  /// 6. `Construction`: the edges of the graph. They follow the code that a factory's closure runs,
  ///    through calls.
  /// 7. `Scopes`: the scopes of factories. A container's default scope counts if the code that sets
  ///    it certainly runs, which 5 tells.
  ///
  /// Rules, the graph and the reports read the program. None of them changes it, and none needs
  /// another one.
  ///
  /// - Parameters:
  ///   - files: the parsed files.
  ///   - modules: the modules that the files belong to.
  ///   - libraryVersion: the first number of the version of Factory that the program has. If it is not
  ///     known, rules assume the tool's own.
  public convenience init(files: [SourceFile], modules: [Module], libraryVersion: Int? = nil) {
    let symbols = Symbols(
      files: Table(files), modules: Table(modules), libraryVersion: libraryVersion)
    let definitions = Definitions(symbols)
    let values = Values(definitions)
    let usage = Usage(values)
    let execution = Execution(usage)
    let construction = Construction(execution)
    let scopes = Scopes(construction)
    self.init(
      symbols: symbols, definitions: definitions, values: values, usage: usage,
      execution: execution, construction: construction, scopes: scopes)
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
}
