// Factory, MIT licence; see LICENSE
//
// All files of the program, and what is known about its types.
import SwiftSyntax

final class Program {
  let files: [ParsedFile]
  let types: TypeTable
  let modules: Modules

  init(_ files: [ParsedFile]) {
    self.files = files
    ParsedFile.joinModules(files)
    types = TypeTable(files)
    modules = Modules(files)
  }

  /// The files that use a module: they import it, or another module of the program that exports
  /// it, or they belong to a module of which another file exports it.
  func files(importing modules: Set<String>) -> [ParsedFile] {
    var exporting: Set<String> = []
    var changed = true
    while changed {
      changed = false
      for file in files where !exporting.contains(file.module) {
        if file.imports.contains(where: {
          $0.isExported && (modules.contains($0.module) || exporting.contains($0.module))
        }) {
          exporting.insert(file.module)
          changed = true
        }
      }
    }
    return files.filter { file in
      exporting.contains(file.module)
        || file.imports.contains {
          modules.contains($0.module) || exporting.contains($0.module)
        }
    }
  }
}

struct ImportFact {
  var module: String
  var isExported: Bool
  var syntax: ImportDeclSyntax

  init?(_ syntax: ImportDeclSyntax) {
    guard let module = syntax.path.first?.name.plain else { return nil }
    self.module = module
    isExported = syntax.attribute("_exported") != nil
    self.syntax = syntax
  }
}

extension ParsedFile {
  /// Imports a module that the file needs after it was rewritten.
  func addImport(_ module: String) {
    guard !edits.isEmpty, !imports.contains(where: { $0.module == module }) else { return }
    if let first = imports.first {
      insert("import \(module)\(lineBreak)", before: first.syntax)
    } else if let first = tree.statements.first {
      insert("import \(module)\(lineBreak)\(lineBreak)", before: first)
    }
  }

  /// Replaces the modules of a library in the imports and in `#if canImport`. One that is imported
  /// already is not imported twice.
  func replaceImports(of old: Set<String>, with new: String) {
    let found = imports.filter { old.contains($0.module) }
    let hasNew = imports.contains { ["FactoryKit", "FactoryTesting"].contains($0.module) }
    for fact in found {
      // Clauses of `#if` may import the same module.
      if hasNew || fact.module != found[0].module {
        removeLines(fact.syntax)
      } else {
        replace(fact.syntax.path.first!.name, with: new)
      }
    }
    for module in Set(found.map(\.module)) { replaceModuleName(module, with: new) }
    replaceCanImport(of: old, with: new)
  }

  /// `Factory.Container` names the module.
  private func replaceModuleName(_ old: String, with new: String) {
    for type in tree.nodes(MemberTypeSyntax.self) where type.baseType.trimmedDescription == old {
      replace(type.baseType, with: new)
    }
    for access in tree.nodes(MemberAccessExprSyntax.self) where access.base?.name == old {
      if access.declName.baseName.text.first?.isUppercase == true {
        replace(access.base!, with: new)
      }
    }
  }

  private func replaceCanImport(of old: Set<String>, with new: String) {
    for call in tree.nodes(FunctionCallExprSyntax.self)
    where call.calledExpression.name == "canImport" {
      let module = call.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName
      if let module, old.contains(module.text) { replace(module, with: new) }
    }
  }
}
