// Factory, MIT licence; see LICENSE
struct DoubleImport: Rule {
  let info = RuleInfo(
    "double-import", .warning, "FactoryKit and FactoryTesting in one file",
    hasFix: true,
    wrong: """
      import FactoryKit
      import FactoryTesting
      import Testing
      """,
    right: """
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
        let isInAllBuilds = others.contains { program.isCompiled($0, whenever: region) }
        let advice =
          isInAllBuilds
          ? "FactoryTesting exports FactoryKit. Remove 'import \(kit.module)'."
          : "FactoryTesting exports FactoryKit, but only some builds import it. Import "
            + "\(kit.module) in the '#else' of its '#if' only."
        return Finding(
          Location(file, kit.range.start), advice,
          // An `#if` that is left empty is for a reader to remove.
          fix: isInAllBuilds && kit.region == 0
            ? ("Remove import \(kit.module)", [Finding.Edit(file, kit.removal, "")]) : nil,
          noFix: isInAllBuilds
            ? "the #if around the import may be left empty"
            : "FactoryTesting is not imported in all builds that import \(kit.module)",
          group: ("\(module)", "'import \(kit.module)'"))
      }
    }
  }
}
