// Factory, MIT licence; see LICENSE
//
// What rules and reports read.
/// A program: the files at the paths that the tool was given, as one.
///
/// It holds the finished steps of the pipeline, and nothing in it changes, apart from memoised
/// answers. What a step can be asked
/// is an extension of its protocol, such as `HasSymbols`; the program conforms to all of them.
public final class Program: HasScopes {
  let symbols: Symbols
  let definitions: Definitions
  let values: Values
  let usage: Usage
  let execution: Execution
  let construction: Construction
  let scopes: Scopes
  /// Everything that the syntax does not decide.
  let unresolved: [Unresolved]
  private let fileOfPath: [String: FileIndex]

  init(
    symbols: Symbols, definitions: Definitions, values: Values, usage: Usage,
    execution: Execution, construction: Construction, scopes: Scopes
  ) {
    self.symbols = symbols
    self.definitions = definitions
    self.values = values
    self.usage = usage
    self.execution = execution
    self.construction = construction
    self.scopes = scopes
    unresolved =
      usage.unresolved + construction.unresolved + usage.testsOfUnknownClasses()
      + scopes.unresolved
    fileOfPath = Dictionary(
      symbols.files.indices.map { (symbols.files[$0].path, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  public var files: Table<SourceFile> { symbols.files }
  public var modules: Table<Module> { symbols.modules }

  /// Where one of the program's factories is declared, for a finding of a rule.
  public func location(of factory: Graph.Factory) -> Location {
    guard let file = fileOfPath[factory.path] else {
      preconditionFailure("\(factory.id) is a factory of another program")
    }
    return Location(file, Place(line: factory.line, column: factory.column))
  }
}
