// Factory, MIT licence; see LICENSE
import SwiftSyntax

struct DoubleImport: Rule {
  let info = RuleInfo(
    "double-import", .warning, "FactoryKit and FactoryTesting in one file",
    hasFix: true,
    example: """
      - import FactoryKit
      import FactoryTesting
      import Testing
      """,
    why: """
      FactoryTesting exports all of FactoryKit. A test target that links both may contain a \
      second copy of FactoryKit. What the test registers in one copy, the app does not see in \
      the other.

      Import FactoryTesting only, and remove FactoryKit from the dependencies of the test \
      target.

      Keep both imports if the target links FactoryTesting alone. The rule is silent where the \
      manifest or the project says so. One finding stands for all files of a target.
      """)

  func check(_ program: Program) -> [Finding] {
    program.files.indices.flatMap { file -> [Finding] in
      let module = program.files[file].module
      let products = program.modules[module].products
      if products.contains("FactoryTesting"), products.isDisjoint(with: LibraryModules.kit) {
        return []
      }
      let imports = program.files[file].facts.imports
      return imports.compactMap { kit in
        guard LibraryModules.kit.contains(kit.module),
          kit.attributes.allSatisfy({ $0 == "preconcurrency" })
        else { return nil }
        let region = RegionReference(file, kit.region)
        let others = imports.filter { $0.module == "FactoryTesting" }
          .map { RegionReference(file, $0.region) }
          .filter { !program.areAlternatives($0, region) }
        if others.isEmpty { return nil }
        let sameBuilds = imports.filter {
          $0.module == "FactoryTesting"
            && program.isCompiled(RegionReference(file, $0.region), whenever: region)
        }
        return Finding(
          Location(file, kit.place), advice(kit, sameBuilds),
          fix: obstacle(kit, sameBuilds) == nil
            ? (
              "Remove import \(kit.module)", program.source(of: file).removal(ofImportAt: kit.place)
            ) : nil,
          noFix: obstacle(kit, sameBuilds),
          group: ("\(module)", "'import \(kit.module)'"))
      }
    }
  }

  private func advice(_ kit: ImportFact, _ others: [ImportFact]) -> String {
    if others.isEmpty {
      return "FactoryTesting exports FactoryKit, but only some builds import it. Import "
        + "\(kit.module) in the '#else' of its '#if' only."
    }
    let isReplaced = others.contains { replaces(kit, with: $0) }
    return "FactoryTesting exports FactoryKit. "
      + (isReplaced ? "Remove" : "Import it with the same access level, and remove")
      + " 'import \(kit.module)'."
  }

  /// Why the import of FactoryKit cannot be removed; nil if it can.
  ///
  /// - Parameter others: The imports of FactoryTesting in all builds that have it.
  private func obstacle(_ kit: ImportFact, _ others: [ImportFact]) -> String? {
    if others.isEmpty {
      return "FactoryTesting is not imported in all builds that import \(kit.module)"
    }
    // An `#if` that is left empty is for a reader to remove.
    if kit.region != 0 { return "the #if around the import may be left empty" }
    return others.contains { replaces(kit, with: $0) }
      ? nil : "\(kit.module) may be imported with a wider access than FactoryTesting"
  }

  /// Whether declarations that need the one import compile with the other alone: it is the same, or
  /// its access is as wide. An import without a level is public or internal, by the settings of the
  /// target.
  private func replaces(_ kit: ImportFact, with other: ImportFact) -> Bool {
    let levels = ["private", "fileprivate", "internal", "package", "public"]
    if kit.access == other.access || other.attributes.contains("_exported") { return true }
    let widest = kit.access ?? "public"
    let narrowest = other.access ?? "internal"
    guard let needed = levels.firstIndex(of: widest),
      let offered = levels.firstIndex(of: narrowest)
    else { return false }
    return offered >= needed
  }
}

extension FixSource {
  /// Removes an import, with its line if nothing else is on it.
  fileprivate func removal(ofImportAt place: Place) -> [Finding.Edit] {
    guard let node = node(ImportDeclSyntax.self, at: place) else { return [] }
    let semicolon = node.parent?.as(CodeBlockItemSyntax.self)?.semicolon
    let last = semicolon ?? node.lastToken(viewMode: .sourceAccurate)!
    let next = last.nextToken(viewMode: .sourceAccurate)
    let start = self.place(node)
    var end = last.endPositionBeforeTrailingTrivia
    for piece in last.trailingTrivia + (next?.leadingTrivia ?? []) {
      if piece.isNewline { break }
      guard piece.isSpaceOrTab else { return [replace(from: start, to: self.place(end), by: "")] }
      end = end.advanced(by: piece.sourceLength.utf8Length)
    }
    if let next, next.tokenKind != .endOfFile, self.place(next).line == start.line {
      return [replace(from: start, to: self.place(next), by: "")]
    }
    // Other code before it keeps its line.
    if node.previousToken(viewMode: .sourceAccurate).map({ self.place($0).line }) == start.line {
      return [replace(from: start, to: self.place(end), by: "")]
    }
    let after = Place(line: self.place(node.endPositionBeforeTrailingTrivia).line + 1, column: 1)
    return [replace(from: Place(line: start.line, column: 1), to: after, by: "")]
  }
}
