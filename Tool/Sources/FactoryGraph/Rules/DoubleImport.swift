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
          kit.attributes.allSatisfy({ $0 == "preconcurrency" }),
          imports.contains(where: {
            $0.module == "FactoryTesting"
              && !program.areAlternatives(
                Reference(file, $0.region), Reference(file, kit.region))
          })
        else { return nil }
        return Finding(
          Location(file, kit.range.start),
          "FactoryTesting exports FactoryKit. Remove 'import \(kit.module)'.",
          // An `#if` that is left empty is for a reader to remove.
          fix: kit.region == 0
            ? ("Remove import \(kit.module)", [Finding.Edit(file, kit.removal, "")]) : nil,
          noFix: "the #if around the import may be left empty",
          group: ("\(module)", "'import \(kit.module)'"))
      }
    }
  }
}
