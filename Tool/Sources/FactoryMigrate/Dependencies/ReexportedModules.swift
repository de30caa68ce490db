// Factory, MIT licence; see LICENSE
//
// The modules that swift-dependencies exports: names of them remain when its import goes.
import FactoryGraph
import SwiftSyntax

enum ReexportedModules {
  private static let names: [String: Set<String>] = [
    "Clocks": ["AnyClock", "ImmediateClock", "TestClock", "UnimplementedClock"],
    "CombineSchedulers": [
      "AnyScheduler", "AnySchedulerOf", "ImmediateScheduler", "TestScheduler", "TestSchedulerOf",
      "UIScheduler", "UnimplementedScheduler",
    ],
    "ConcurrencyExtras": [
      "ActorIsolated", "AnyHashableSendable", "LockIsolated", "UncheckedBox", "UncheckedSendable",
      "eraseToStream", "eraseToThrowingStream", "megaYield", "uncheckedUseMainSerialExecutor",
      "withMainSerialExecutor",
    ],
    "IssueReporting": [
      "IssueReporter", "TestContext", "isTesting", "reportIssue", "unimplemented",
      "withErrorReporting", "withExpectedIssue", "withIssueContext", "withIssueReporters",
    ],
  ]
  /// What an earlier version of a module was called.
  private static let earlier = ["IssueReporting": "XCTestDynamicOverlay"]

  /// Those of the names that are members of types of the standard library.
  private static let members: Set<String> = ["eraseToStream", "eraseToThrowingStream", "megaYield"]

  /// Imports those whose names the rewritten file still has.
  static func importUsed(in file: ParsedFile) {
    guard !file.edits.isEmpty else { return }
    let used = used(in: FileFacts.tree(parsing: file.rendered()), file)
    for (module, names) in names.sorted(by: { $0.key < $1.key })
    where !used.isDisjoint(with: names) {
      let known = [module, earlier[module]]
      if file.imports.contains(where: { known.contains($0.module) }) { continue }
      file.addImport(module)
      file.count("imports of modules that Dependencies exported")
    }
  }

  /// The names in a tree that the program does not declare.
  private static func used(in tree: SourceFileSyntax, _ file: ParsedFile) -> Set<String> {
    let all = tree.nodes(DeclReferenceExprSyntax.self)
    let members = all.filter { $0.isMemberName && Self.members.contains($0.baseName.plain) }
      .filter { !file.program.declaresMember($0.baseName.plain) }
    let types = tree.nodes(IdentifierTypeSyntax.self).map(\.name)
    let patterns = tree.nodes(IdentifierPatternSyntax.self)
    let locals = Set(patterns.filter(\.isLocal).map(\.identifier.plain))
    let names = (all.filter { !$0.isMemberName }.map(\.baseName) + types).filter { token in
      !locals.contains(token.plain) && !file.types.declares(token.plain)
        && !token.enclosingTypes.contains { file.types.declares(token.plain, in: $0) }
    }
    return Set((members.map(\.baseName) + names).map(\.plain))
  }
}

extension IdentifierPatternSyntax {
  /// Whether it is not the name of a member of a type.
  fileprivate var isLocal: Bool {
    let variable = parent?.parent?.parent?.as(VariableDeclSyntax.self)
    return variable?.parent?.is(MemberBlockItemSyntax.self) != true
  }
}
