// Factory, MIT licence; see LICENSE
#if os(macOS) || os(Linux)
  import Testing

  @Suite struct OwnRuleTests {
    @Test("The article's example of a rule finds what it is for, and what the tool finds")
    func ownRule() throws {
      let workspace = try Workspace([
        "main.swift": """
        import FactoryKit
        extension Container {
          var network: Factory<Network> { self { Network() }.singleton }
          var mailService: Factory<Mail> { self { Mail() }.singleton }
          // factory:disable service-names
          var store: Factory<Store> { self { Store() }.singleton }
        }
        _ = (Container.shared.network(), Container.shared.store())
        """
      ])
      let run = try Run(Run.executable("own-rule"), ["."], in: workspace.url, [:])
      #expect(
        run.lines == [
          "main.swift:3:7: warning: rename 'network' to '…Service'. [service-names]",
          "main.swift:4:7: warning: nothing resolves, registers or names Container.mailService. "
            + "Delete it, or name it under 'roots' in factory.yml if code that is not Swift uses it. "
            + "[unused-factory]",
        ])
      #expect(run.status == 0)
    }
  }
#endif
