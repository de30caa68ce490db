// Factory, MIT licence; see LICENSE
struct ObservationTrackedInjection: Rule {
  let info = RuleInfo(
    "observation-tracked-injection", .error, "An injected property that Observation tracks",
    hasFix: true,
    example: """
      import FactoryKit
      import Observation

      final class Service {}

      extension Container {
        var service: Factory<Service> { self { Service() } }
      }

      @Observable
      final class ContentModel {
      -   @Injected(\\.service) private var service
      +   @ObservationIgnored @Injected(\\.service) private var service
      }
      """,
    why: """
      `@Observable` turns each stored property into a computed one. A computed property cannot \
      have a property wrapper, so the class does not compile: "invalid redeclaration of \
      synthesized property '_service'", or before Swift 6 "property wrapper cannot be applied to a \
      computed property".

      Write `@ObservationIgnored` before the wrapper. The property then stays as it is, and \
      changes of it are not observed.
      """)

  private static let wrappers = Set(Wrappers.all.keys).union([
    "InjectedType", "InjectedContainer",
  ])

  func check(_ program: Program) -> [Finding] {
    program.files.indices.flatMap { file -> [Finding] in
      guard program.usesFactoryKit(file) else { return [] }
      let facts = program.files[file].facts
      return facts.members.compactMap { member in
        guard member.kind == .property, !member.isStatic, let owner = member.owner,
          facts.types[owner].attributes.contains(where: {
            ["Observable", "Observation.Observable"].contains($0.name)
          }),
          let wrapper = member.attributes.first(where: { Self.wrappers.contains($0.name.lastPart) }
          ),
          !member.attributes.contains(where: { $0.name.lastPart == "ObservationIgnored" })
        else { return nil }
        return Finding(
          Location(file, member.place),
          "'\(member.name)' is in an @Observable class. Write @ObservationIgnored before "
            + "@\(wrapper.name).",
          fix: (
            "Insert @ObservationIgnored",
            [Finding.Edit(file, at: wrapper.place, "@ObservationIgnored ")]
          ))
      }
    }
  }
}
