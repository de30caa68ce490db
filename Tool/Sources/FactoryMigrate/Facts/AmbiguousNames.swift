// Factory, MIT licence; see LICENSE
//
// Names that the program declares and FactoryKit as well.
import SwiftSyntax

/// Qualifies names that another module of the program declares: `App.Injected`. In the module itself
/// its own declaration hides that of FactoryKit; elsewhere both are imported, and the compiler does
/// not choose.
struct AmbiguousNames {
  private static let names: Set<String> = [
    "DynamicInjected", "Factory", "Injected", "InjectedObject", "InjectedObservable",
    "LazyInjected", "ParameterFactory", "Scope", "WeakLazyInjected",
  ]

  /// The modules that declare each name.
  private var modules: [String: Set<String>] = [:]

  init(_ program: Program) {
    for file in program.files where !file.module.isEmpty {
      for item in file.tree.statements {
        guard let decl = item.item.as(DeclSyntax.self),
          let name = decl.asProtocol((any NamedDeclSyntax).self)?.name.plain,
          Self.names.contains(name)
        else { continue }
        modules[name, default: []].insert(file.module)
      }
    }
  }

  /// Qualifies the names in files that import FactoryKit.
  func qualify(in files: [ParsedFile]) {
    guard !modules.isEmpty else { return }
    for file in files {
      let imported = Set(file.imports.map(\.module))
      let types = file.tree.nodes(IdentifierTypeSyntax.self).map(\.name)
      for token in types + file.tree.names().map(\.baseName) {
        guard let declaring = modules[token.plain], !declaring.contains(file.module),
          let module = declaring.intersection(imported).min()
        else { continue }
        file.insert("\(module).", before: token)
      }
    }
  }
}
