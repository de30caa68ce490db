// Factory, MIT licence; see LICENSE
struct DuplicateFactory: Rule {
  let info = RuleInfo(
    "duplicate-factory", .error, "Two factories of one container with the same name and type",
    wrong: """
      import FactoryKit

      protocol Loading {}
      struct AccountLoader: Loading {}
      struct PaymentLoader: Loading {}

      extension Container {
        var loader: Factory<any Loading> { self { AccountLoader() } }
      }

      extension Container {
        var loader: Factory<any Loading> { self { PaymentLoader() } }
      }
      """,
    right: """
      import FactoryKit

      protocol Loading {}
      struct AccountLoader: Loading {}
      struct PaymentLoader: Loading {}

      extension Container {
        var accountLoader: Factory<any Loading> { self { AccountLoader() } }
      }

      extension Container {
        var paymentLoader: Factory<any Loading> { self { PaymentLoader() } }
      }
      """,
    why: """
      The module does not compile: the second declaration is a redeclaration of the first one.

      Rename or delete one of them. There is no reason to keep both.

      Factories of different modules, and private ones of different files, are different \
      factories even if they have the same name and type. They are not reported, nor are \
      overloads that differ in their constraints, and alternatives of `#if`.
      """)

  func check(_ program: Program) -> [Finding] {
    program.containers.indices.flatMap { container -> [Finding] in
      program.factories(of: container).values.flatMap { named -> [Finding] in
        let sorted = named.sorted { program.location(of: $0) < program.location(of: $1) }
        return sorted.indices.compactMap { index in
          let factory = sorted[index]
          guard
            let earlier = sorted[..<index].first(where: { isSame($0, factory, program) })
          else { return nil }
          return Finding(
            program.location(of: factory),
            "\(program.name(of: factory)) is declared twice with the type "
              + "\(program.factories[factory].type.text) in the module "
              + "\(program.modules[program.factories[factory].module].name). Rename or delete one "
              + "of them.",
            notes: [Finding.Note(program.location(of: earlier), "also declared here")])
        }
      }
    }
  }

  private func isSame(_ one: FactoryIndex, _ other: FactoryIndex, _ program: Program) -> Bool {
    let (first, second) = (program.factories[one], program.factories[other])
    let (a, b) = (program.member(first.member), program.member(second.member))
    guard first.typeName == second.typeName, first.type.text == second.type.text,
      a.kind == b.kind, a.isStatic == b.isStatic,
      a.parameters.map(\.label) == b.parameters.map(\.label),
      a.parameters.map(\.type?.text) == b.parameters.map(\.type?.text),
      // Those of two modules have different keys, and code that sees both does not compile.
      first.module == second.module
    else { return false }
    // Private types of different files are different types.
    let isSameType = first.type.text
      .split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }
      .allSatisfy { name in
        program.types.find(String(name), from: first.member.file)
          == program.types.find(String(name), from: second.member.file)
      }
    if !isSameType { return false }
    if first.member.file != second.member.file,
      program.access(of: first.member).isPrivate || program.access(of: second.member).isPrivate
    {
      return false
    }
    let regions = (
      RegionReference(first.member.file, a.region), RegionReference(second.member.file, b.region)
    )
    return program.constraints(of: first.member) == program.constraints(of: second.member)
      && !program.areConditional(regions.0, regions.1)
  }
}

extension Program {
  fileprivate func constraints(of reference: MemberReference) -> String {
    let member = member(reference)
    let type = member.owner.map { files[reference.file].facts.types[$0].constraints } ?? ""
    return "\(type) \(member.constraints)"
  }
}
