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

  /// Imports those whose names the rewritten file still has.
  static func importUsed(in file: ParsedFile) {
    guard !file.edits.isEmpty else { return }
    let tree = FileFacts.tree(parsing: file.rendered())
    let own = Set(
      tree.nodes(IdentifierPatternSyntax.self).map(\.identifier.plain)
        + tree.nodes(FunctionDeclSyntax.self).map(\.name.plain))
    let used = Set(
      tree.nodes(DeclReferenceExprSyntax.self).map(\.baseName.plain)
        + tree.nodes(IdentifierTypeSyntax.self).map(\.name.plain)
    ).subtracting(own).filter { !file.types.declares($0) }
    for (module, names) in names.sorted(by: { $0.key < $1.key })
    where !used.isDisjoint(with: names) {
      let known = [module, earlier[module]]
      if file.imports.contains(where: { known.contains($0.module) }) { continue }
      file.addImport(module)
      file.count("imports of modules that Dependencies exported")
    }
  }
}
