// Factory, MIT licence; see LICENSE
struct BakedOverride: Rule {
  let info = RuleInfo(
    "baked-override", .warning, "A context in a definition that wins over another override",
    wrong: """
      extension Container {
        var analytics: Factory<any Analytics> {
          self { LiveAnalytics() }.onTest { MockAnalytics() }
        }
      }

      @Test(.container) func sends() {
        Container.shared.analytics.register { RecordingAnalytics() }  // not used
      }
      """,
    right: """
      extension Container {
        var analytics: Factory<any Analytics> {
          self { LiveAnalytics() }.onTest { MockAnalytics() }.once()
        }
      }
      """,
    why: """
      The definition runs each time the factory is read, after everything that was set elsewhere, \
      so its context wins. Move the context to `autoRegister()`, or end the definition with \
      `.once()`. A registration elsewhere makes every context of the definition wrong, a context \
      elsewhere the same context only. A context or registration that is chained with its \
      resolution does not count.
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
