// Factory, MIT licence; see LICENSE
//
// The comments of what is moved or removed.
import FactoryMigrate
import Testing

/// Migrates one file, and returns its text.
private func text(_ source: Migration.Source, _ before: String) -> String {
  migrate(source, before).files[0].text
}

@Suite struct CommentTests {
  @Test("Comments at the braces of a function whose statements move stay")
  func braces() {
    let after = text(
      .resolver,
      """
      import Resolver
      extension Resolver {
        static func registerAllServices() { // head
          register { Page() } // one
        } // end
      }

      """)
    #expect(
      after.contains(
        """
        extension Container {
          // head
          var page: Factory<Page> { self { Page() }.graph } // one
          // end
        }
        """))
  }

  @Test("Lines that end with a comment tell the indentation")
  func indentation() {
    let after = text(
      .resolver,
      """
      import Resolver
      extension Resolver { // wiring
        static func registerAllServices() { // all
          register { Page() }
        }
      }

      """)
    #expect(after.contains("\n  var page: Factory<Page>"))
  }

  @Test("Comments in a list of assemblies and behind a statement that is removed stay")
  func assemblies() {
    let after = text(
      .swinject,
      """
      import Swinject
      final class Wiring: Assembly {
        func assemble(container: Container) {
          container.register(Page.self) { _ in Page() }
        }
      }
      func launch() {
        let assembler = Assembler([
          // network
          Wiring(), // first
        ]) // done
        print(1)
      }

      """)
    #expect(
      after.contains(
        """
        func launch() {
          // network
          // first
          // done
          print(1)
        }
        """))
  }

  @Test("The comment of a call that vanishes from a function that remains stays")
  func vanishing() {
    let after = text(
      .resolver,
      """
      import Resolver
      extension Resolver {
        static func registerAllServices() {
          // the rest
          registerPages() // soon
          print(1)
        }
        static func registerPages() {
          register { Page() }
        }
      }

      """)
    #expect(
      after.contains(
        """
          public func autoRegister() {
            // the rest
            // soon
            print(1)
          }
        """))
  }

  @Test("Comments of a statement at the top level are indented with its property")
  func topLevel() {
    let after = text(
      .swinject,
      """
      import Swinject
      let container = Container()
      // the page
      container.register(Page.self) { _ in Page() }.inObjectScope(.container)
      func f() {
        print(1)
      }

      """)
    #expect(after.contains("\nextension Container {\n  // the page\n  var page: Factory<Page> {"))
  }

  @Test("Comments of a function on one line stay")
  func oneLine() {
    let after = text(
      .resolver,
      """
      import Resolver
      extension Resolver {
        static func registerAllServices() { /* head */ register { Page() } /* one */ } // end
      }

      """)
    #expect(
      after.contains(
        """
        extension Container {
          /* head */
          /* one */
          var page: Factory<Page> { self { Page() }.graph } // end
        }
        """))
  }

  @Test("The comments of declarations that are removed whole stay")
  func removedDeclarations() {
    let after = text(
      .resolver,
      """
      import Resolver
      /// The names of our servers.
      extension Resolver.Name {
        // in Europe
        static let eu = Self("eu") // slow
      }

      extension Resolver {
        // all of it
        static func registerAllServices() {
          registerPages() // first
        }
        /// Pages.
        static func registerPages() {
          register { Page() }
        }
      }

      """)
    #expect(
      after.hasPrefix(
        """
        import FactoryKit
        // The names of our servers.
        // in Europe
        // slow

        extension Container {
          // all of it
          // first
        """))
  }

  @Test("The comments of an assembly that is removed, and of its members, stay")
  func removedAssembly() {
    let after = text(
      .swinject,
      """
      import Swinject
      // Nothing yet.
      final class Empty: Assembly {
        func assemble(container: Container) {} // soon
      }

      final class Wiring: Assembly {
        /// For the app.
        init() {}

        func assemble(container: Container) {
          container.register(Page.self) { _ in Page() }
        }
      }

      """)
    #expect(after.contains("import FactoryKit\n// Nothing yet.\n// soon\n\nextension Container {"))
    #expect(after.contains("extension Container {\n  // For the app.\n\n  var page"))
  }

  @Test("The comments of a key whose values move stay, each once")
  func removedKey() {
    let after = text(
      .dependencies,
      """
      import Dependencies
      /// The names that we suggest.
      enum NamesKey: DependencyKey {
        // from the server
        static let liveValue = Names(
          // all of them
          count: 3) // slow
        static let testValue = Names(count: 0)
      }

      extension DependencyValues {
        var names: Names { get { self[NamesKey.self] } set { self[NamesKey.self] = newValue } }
      }

      """)
    #expect(
      after.hasPrefix(
        """
        import FactoryKit
        // The names that we suggest.
        // from the server
        // slow

        extension Container {
        """))
    #expect(after.split(separator: "// all of them").count == 2)
  }

  @Test("The comments of an old name that is removed stay")
  func removedBridge() {
    let after = text(
      .factory1,
      """
      import Factory
      extension Container {
        var page: Factory<Page> { self { Page() } }
      }
      extension SharedContainer {
        // for old code
        static let page = Factory(\\.page) // remove in May
        static let other = Factory { Other() }
      }

      """)
    #expect(after.contains("// remove in May"))
    #expect(after.contains("// for old code"))
  }
}
