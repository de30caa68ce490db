// Factory, MIT licence; see LICENSE
import FactoryMigrate
import Testing

@Suite struct UnknownFrameworkTests {
  private static func client(_ name: String) -> String {
    """
    import Dependencies
    struct \(name)Client { var run: () -> Void }
    extension \(name)Client: DependencyKey { static let liveValue = \(name)Client {} }
    extension DependencyValues {
      var \(name.lowercased()): \(name)Client {
        get { self[\(name)Client.self] }
        set { self[\(name)Client.self] = newValue }
      }
    }

    """
  }
  private static let feature = """
    import ComposableArchitecture
    @Reducer struct Feature { @Dependency(\\.mail) var mail }

    """

  @Test("A file of a framework that needs the library stays, with what it depends on")
  func refused() {
    let files = migrate(
      .dependencies,
      files: [
        "Feature.swift": Self.feature, "Mail.swift": Self.client("Mail"),
        "Log.swift": Self.client("Log"),
        "Outbox.swift": "import Dependencies\nstruct Outbox { @Dependency(\\.mail) var mail }\n",
        "Report.swift": "import Dependencies\nstruct Report { @Dependency(\\.log) var log }\n",
      ])
    for path in ["Feature.swift", "Mail.swift", "Outbox.swift"] {
      #expect(!files[path]!.isChanged)
      #expect(files[path]!.refusal != nil)
      #expect(files[path]!.notes.isEmpty)
    }
    for path in ["Log.swift", "Report.swift"] {
      #expect(files[path]!.isChanged)
      #expect(files[path]!.refusal == nil)
    }
    #expect(files["Feature.swift"]!.refusal!.hasPrefix("it imports ComposableArchitecture"))
    #expect(files["Mail.swift"]!.refusal!.hasPrefix("it shares `mail` with Feature.swift"))
  }

  @Test("What a refused file creates stays, also through types that do not use the library")
  func types() {
    let files = migrate(
      .dependencies,
      files: [
        "Feature.swift": "import ComposableArchitecture\nstruct Feature { let page = Page() }\n",
        "Page.swift": "struct Page { let clock = Clocked() }\n",
        "Clocked.swift":
          "import Dependencies\nstruct Clocked { @Dependency(\\.date) var date }\n",
        "Other.swift": "import Dependencies\nstruct Other { @Dependency(\\.date) var date }\n",
      ])
    #expect(!files["Clocked.swift"]!.isChanged)
    #expect(files["Clocked.swift"]!.refusal!.hasPrefix("`Clocked` is used in Page.swift"))
    #expect(files["Page.swift"]!.refusal == nil)
    #expect(files["Other.swift"]!.isChanged)
  }

  @Test("A framework that is not known, but brings the library along, is refused as well")
  func unknown() {
    let files = migrate(
      .dependencies,
      files: ["A.swift": "import Toolbox\nstruct A { @Dependency(\\.date) var date }\n"])
    #expect(!files["A.swift"]!.isChanged)
    #expect(files["A.swift"]!.refusal!.contains("from a framework that is not known"))
  }

  @Test("A wrapper of SwiftUI does not mention a type within a type of the program")
  func mention() {
    let files = migrate(
      .dependencies,
      files: [
        "Feature.swift": """
        import ComposableArchitecture
        struct FeatureView: View { @State var isOpen = false }

        """,
        "Model.swift": """
        import Dependencies
        struct Model {
          struct State {}
          @Dependency(\\.uuid) var uuid
        }

        """,
      ])
    #expect(files["Model.swift"]!.refusal == nil)
    #expect(files["Model.swift"]!.isChanged)
  }

  @Test("A type within a type is known by its own name there, and where it is inherited")
  func known() {
    let files = migrate(
      .dependencies,
      files: [
        "Feature.swift": """
        import ComposableArchitecture
        class Base {}
        extension Base { struct Model { @Dependency(\\.uuid) var uuid } }
        final class Feature: Base { let model = Model() }

        """,
        "Model.swift": """
        import Dependencies
        extension Base.Model { @Dependency(\\.date) static var date }

        """,
      ])
    #expect(files["Model.swift"]!.refusal != nil)
  }

  @Test("The summary counts the files that were left, and what is left by kind")
  func summary() {
    let result = Migration(from: .dependencies).migrate([
      .init(path: "Feature.swift", text: Self.feature),
      .init(
        path: "Open.swift",
        text:
          "import Dependencies\nstruct A {\n  @Dependency(\\.openURL) var open\n"
          + "  @Dependency(\\.dismiss) var dismiss\n  @Dependency(\\.self) var all\n}\n"),
    ])
    #expect(result.summary.refusedFiles == 1)
    #expect(
      result.summary.notesByKind == [
        "nothing in these files declares …": 2, "there is no value of all dependencies": 1,
      ])
    #expect(result.summary.description.contains("Left 1 file unchanged, with a reason"))
    #expect(result.summary.description.contains("  2 × nothing in these files declares …"))
  }
}
