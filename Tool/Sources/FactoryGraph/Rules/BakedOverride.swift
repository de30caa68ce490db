// Factory, MIT licence; see LICENSE
struct BakedOverride: Rule {
  let info = RuleInfo(
    "baked-override", .warning, "A context in a definition, which overrides what other code sets",
    example: """
      import FactoryKit

      protocol Analytics: Sendable {}
      struct LiveAnalytics: Analytics {}
      struct NoAnalytics: Analytics {}
      struct RecordingAnalytics: Analytics {}

      extension Container {
        var analytics: Factory<any Analytics> {
      -     self { LiveAnalytics() }.onTest { NoAnalytics() }
      +     self { LiveAnalytics() }.onTest { NoAnalytics() }.once()
        }
      }

      func recordAnalytics() {
      -   Container.shared.analytics.onTest { RecordingAnalytics() }  // has no effect
      +   Container.shared.analytics.onTest { RecordingAnalytics() }
      }
      """,
    why: """
      A definition runs each time its factory is read, and sets its contexts again, after \
      everything that other code has set. Here, every test gets `NoAnalytics`.

      End the definition with `.once()`, so that it sets the context on the first read only, or \
      set the context in `autoRegister()`. A context outranks a registration in both cases: to \
      replace it in a test, set the context, or remove it with `reset(.context)` before you \
      register.

      Keep it if the definition should always win, and remove what the other code sets.

      A registration conflicts with every context of the definition, and a context with the same \
      context only. A modifier that is part of the expression that resolves the factory is \
      applied last and is not reported.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.flatMap { factory -> [Finding] in
      let info = program.factories[factory]
      let elsewhere = program.uses(of: factory).filter { !program.isChainedWithResolution($0) }
      return info.bakedModifiers.compactMap { modifier in
        guard !modifier.contexts.isEmpty,
          let other = elsewhere.first(where: { overrides($0, modifier) })
        else { return nil }
        let what = other.isRegistration ? "registered" : "given the same context"
        return Finding(
          Location(info.member.file, modifier.place),
          "the '\(modifier.name)' of the definition wins over what \(program.name(of: factory)) "
            + "is given elsewhere. Move it to autoRegister(), or end the definition with '.once()'.",
          notes: [Finding.Note(other.location, "\(what) here")])
      }
    }
  }

  private func overrides(_ use: FactoryUse, _ modifier: Modifier) -> Bool {
    switch use.operation {
    case .register: true
    case .context(let contexts, _): !Set(contexts).isDisjoint(with: modifier.contexts)
    default: false
    }
  }
}

extension FactoryInfo {
  /// The modifiers that are applied again each time the factory is read.
  var bakedModifiers: [Modifier] { once.map { Array(modifiers.dropFirst($0 + 1)) } ?? modifiers }
}

extension Program {
  /// Whether a modifier is a part of the expression that resolves the factory.
  func isChainedWithResolution(_ use: FactoryUse) -> Bool {
    (usesOfChain[Reference(use.file, use.chain)] ?? []).contains { index in
      uses[index].factory == use.factory && uses[index].link >= use.link
        && uses[index].isResolution
    }
  }
}
