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
}

extension ParsedFile {
  /// The imports, also those within `#if`.
  var imports: [ImportFact] {
    final class Visitor: SyntaxVisitor {
      var found: [ImportFact] = []
      override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let module = node.path.first?.name.plain else { return .skipChildren }
        found.append(
          ImportFact(
            module: module, isExported: node.attribute("_exported") != nil, syntax: node))
        return .skipChildren
      }
      override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        .skipChildren
      }
      override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    }
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    return visitor.found
  }

  /// Imports a module that the file needs after it was rewritten.
  func addImport(_ module: String) {
    guard !edits.isEmpty, !imports.contains(where: { $0.module == module }) else { return }
    if let first = imports.first {
      insert("import \(module)\(lineBreak)", before: first.syntax)
    } else if let first = tree.statements.first {
      insert("import \(module)\(lineBreak)\(lineBreak)", before: first)
    }
  }

  /// Replaces a module in the imports and in `#if canImport`. A module that is imported already
  /// is not imported twice.
  func replaceImport(of old: String, with new: String) {
    let imports = imports
    let hasNew = imports.contains { $0.module == new || $0.module == "FactoryTesting" }
    for fact in imports where fact.module == old {
      if hasNew {
        removeLines(fact.syntax)
      } else {
        replace(fact.syntax.path.first!.name, with: new)
      }
    }
    replaceCanImport(of: [old], with: new)
    replaceModuleName(old, with: new)
  }

  /// `Factory.Container` names the module.
  private func replaceModuleName(_ old: String, with new: String) {
    final class Visitor: SyntaxVisitor {
      let name: String
      var found: [Syntax] = []
      init(_ name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
      }
      override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        if node.baseType.trimmedDescription == name { found.append(Syntax(node.baseType)) }
        return .visitChildren
      }
      override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if node.base?.name == name, node.declName.baseName.text.first?.isUppercase == true {
          found.append(Syntax(node.base!))
        }
        return .visitChildren
      }
    }
    guard imports.contains(where: { $0.module == old }) else { return }
    let visitor = Visitor(old)
    visitor.walk(tree)
    for node in visitor.found { replace(node, with: new) }
  }

  func replaceCanImport(of old: Set<String>, with new: String) {
    final class Visitor: SyntaxVisitor {
      var found: [TokenSyntax] = []
      override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if node.calledExpression.name == "canImport",
          let module = node.arguments.first?.expression.as(DeclReferenceExprSyntax.self)
        {
          found.append(module.baseName)
        }
        return .visitChildren
      }
    }
    let visitor = Visitor(viewMode: .sourceAccurate)
    visitor.walk(tree)
    for token in visitor.found where old.contains(token.text) { replace(token, with: new) }
  }
}
