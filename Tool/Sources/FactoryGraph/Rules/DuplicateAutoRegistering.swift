// Factory, MIT licence; see LICENSE
struct DuplicateAutoRegistering: Rule {
  let info = RuleInfo(
    "duplicate-auto-registering", .error, "Two conformances of one container to AutoRegistering",
    example: """
      // In module Accounts:
      import FactoryKit

      public struct Accounts: Sendable {
        public init() {}
      }

      extension Container {
        public var accounts: Factory<Accounts?> { promised() }
      - }
      -
      - extension Container: @retroactive AutoRegistering {
      -   public func autoRegister() { accounts.register { Accounts() } }
      }

      // In the app:
      import Accounts
      import FactoryKit

      struct Payments {}

      extension Container {
        var payments: Factory<Payments?> { promised() }
      }

      extension Container: @retroactive AutoRegistering {
      -   public func autoRegister() { payments.register { Payments() } }
      +   public func autoRegister() {
      +     accounts.register { Accounts() }
      +     payments.register { Payments() }
      +   }
      }
      """,
    why: """
      A type can conform to a protocol only once in a program. If two modules declare the \
      conformance, it is undefined which `autoRegister()` runs. The other one never does, and \
      what it registers is missing.

      Register everything in the app, or let each module have a function that the app's \
      `autoRegister()` calls.

      There is no reason to keep both. Alternatives of `#if`, and targets that no executable \
      links together, are not reported, nor are two conformances in one module, which do not compile.
      """)

  func check(_ program: Program) -> [Finding] {
    program.containers.flatMap { container -> [Finding] in
      let conformances = program.types.types[container.type].parts.filter { part in
        program.fact(of: part).inherited.contains { $0.name == "AutoRegistering" }
      }.sorted()
      return conformances.indices.compactMap { index in
        let later = conformances[index]
        guard
          let earlier = conformances[..<index].first(where: { isSame($0, later, program) })
        else { return nil }
        return Finding(
          Location(later.file, program.fact(of: later).place),
          "\(container.name) conforms to AutoRegistering twice. Move the registrations to one "
            + "autoRegister() of the app.",
          notes: [
            Finding.Note(
              Location(earlier.file, program.fact(of: earlier).place), "it also conforms here")
          ])
      }
    }
  }

  private func isSame(_ one: TypeReference, _ other: TypeReference, _ program: Program) -> Bool {
    let modules = (program.files[one.file].module, program.files[other.file].module)
    // The compiler reports those of one module.
    return modules.0 != modules.1 && program.areLinked(modules.0, modules.1)
      && !program.areConditional(
        Reference(one.file, program.fact(of: one).region),
        Reference(other.file, program.fact(of: other).region))
  }
}
