// Factory, MIT licence; see LICENSE
import FactoryGraph
import Testing

@Suite("Lines and columns")
struct PlaceTests {
  @Test(
    "Columns are bytes, and a byte order mark and the ends of lines count for nothing",
    arguments: [
      "extension Container { var ▶a: Factory<A> { self { fatalError() } } }",
      "\u{FEFF}extension Container { var ▶a: Factory<A> { self { fatalError() } } }",
      "\u{FEFF}\nextension Container { var ▶a: Factory<A> { self { fatalError() } } }",
      "\u{FEFF}// a\nextension Container { var ▶a: Factory<A> { self { fatalError() } } }",
      "\u{FEFF}/* a */ extension Container { var ▶a: Factory<A> { self { fatalError() } } }",
      "import Foundation\r\n\r\nextension Container {\r\n  var ▶a: Factory<A> { self { "
        + "fatalError() } }\r\n}\r\n",
      "\textension Container {\n\t\tvar\t▶a: Factory<A> { self { fatalError() } }\n}",
      "/* 🧪é */ extension Container { /* 日本 */ var ▶a: Factory<A> { self { fatalError() } } }",
      "extension Container {\n  /// 👩‍👩‍👧\n  @MainActor /* 🇩🇪 */ public var ▶a: Factory<A> "
        + "{\n    self { fatalError() }\n  }\n}",
      "extension Container { var ▶`default`: Factory<A> { self { fatalError() } } }",
      "extension Container { var ▶größe: Factory<A> { self { fatalError() } }; var ▶b: "
        + "Factory<A> { self { fatalError() } } }",
    ])
  func places(_ source: String) {
    let one = RuleCase("", "promise-fatal", source)
    #expect(one.found == one.expected)
  }

  @Test(
    "Fixes hit the same places",
    arguments: [
      ("\u{FEFF}", ""), ("/* 🧪é */ ", ""), ("\t", "\r\n"), ("\u{FEFF}// ä\r\n", "\r\n"),
    ])
  func fixes(_ before: String, _ after: String) {
    let source =
      "\(before)extension Container { var a: Factory<A?> { self { fatalError() }.cached } }\(after)"
    #expect(
      mended("promise-fatal", source)
        == "\(before)extension Container { var a: Factory<A?> { promised().cached } }\(after)")
  }

  private static let silenced = [
    RuleCase(
      "the next line, its own line, and no other", "promise-fatal",
      """
      extension Container {
        // factory:disable promise-fatal
        var a: Factory<A> { self { fatalError() } }
        var b: Factory<A> { self { fatalError() } }  // factory:disable promise-fatal
        var ▶c: Factory<A> { self { fatalError() } }
        // factory:disable promise-nil
        var ▶d: Factory<A> { self { fatalError() } }
        // factory:disable promise-nil, promise-fatal
        var e: Factory<A> { self { fatalError() } }
        var f: Factory<A> {  // factory:disable promise-fatal
          self { fatalError() }
        }
        //factory:disable promise-fatal
        var g: Factory<A> { self { fatalError() } }
        // not factory:disable promise-fatal
        var ▶h: Factory<A> { self { fatalError() } }
        // factory:disabled promise-fatal
        var ▶i: Factory<A> { self { fatalError() } }
      }
      """),
    RuleCase(
      "with carriage returns", "promise-fatal",
      "extension Container {\r\n  // factory:disable promise-fatal\r\n  var a: Factory<A> { "
        + "self { fatalError() } }\r\n  var b: Factory<A> { self { fatalError() } } // "
        + "factory:disable promise-fatal\r\n  var ▶c: Factory<A> { self { fatalError() } }\r\n}"
    ),
    RuleCase(
      "the file", "promise-fatal",
      files: [
        "A.swift":
          "extension Container { var a: Factory<A> { self { fatalError() } } }\n// "
          + "factory:disable-file promise-fatal\n",
        "B.swift": "extension Container { var ▶b: Factory<A> { self { fatalError() } } }\n",
      ]),
    RuleCase(
      "unknown rules", "syntax",
      "▶// factory:disable nothing\nlet a = 1  ▶// factory:disable-file promise-nil other\n"),
    RuleCase("errors", "syntax", "let a = 1\nfunc f(▶ {\n}\nlet b = ]\n"),
    RuleCase(
      "code for other versions of Swift", "syntax",
      "#if swift(>=3.0)\n  let a = 1\n#else\n  func f(g: Int -> Int) {}\n#endif\n"),
    RuleCase(
      "what the compiler accepts", "syntax",
      """
      func text(_ kind: Kind) -> String {
        switch kind {
        #warning("a text is missing")
        #error("and a picture")
        case .empty: ""
        }
      }
      func load(_ update: @escaping @MainActor([Item]) -> Void) {}
      let a: @MainActor(Int, String?) -> Void
      let b: @convention (c) (Int32) -> Void = { _ in }
      func run(_ block: @escaping @convention  (block) () -> Void, _ next: @isolated (any) () -> Void) {}
      typealias Visit = (@convention (c) (Int, @convention (c) () -> Void) -> Int)?
      @available (macOS 13, *) func later() {}
      """),
    RuleCase(
      "an error beside a space that the compiler accepts", "syntax",
      "let a: @convention (c) () -> Void = b; func f(▶ {\n}\n"),
    RuleCase(
      "statements before the first case", "syntax",
      "func f(_ a: A) {\n  switch a {\n  ▶#warning(\"\")\n  print(a)\n  case .b: break\n  }\n}\n"),
    RuleCase("a function type without parameters", "syntax", "let a: @MainActor ▶-> Void\n"),
    RuleCase(
      "reasons, and comments without a rule", "syntax",
      "// factory:disable unused-factory - because of the debugger\n▶// factory:disable\n"
        + "▶// factory:disable-file — a reason\n"),
    RuleCase(
      "other comments, which silence nothing", "syntax",
      "▶/* factory:disable unused-factory */\n▶/// factory:disable unused-factory\n"
        + "let a = 1 ▶/* factory:disable-file unused-factory*/\n▶/**\n factory:disable nothing\n"
        + "*/\n/// A comment 'factory:disable' silences.\n/* factory:disabled */\nlet b = 1\n"),
    RuleCase(
      "deep nesting, also in debug builds", "syntax",
      "let a = " + String(repeating: "(", count: 100) + "1" + String(repeating: ")", count: 100)),
    RuleCase(
      "code for other systems", "syntax", "#if os(Linux)\n  func f(▶ {\n  }\n#endif\n"),
    RuleCase(
      "an empty file, and no error", "syntax", files: ["A.swift": "", "B.swift": "let a = 1"]),
  ]

  @Test("Comments silence what they name", arguments: silenced)
  func comments(_ one: RuleCase) {
    #expect(one.found == one.expected)
  }

  @Test("What could be read of a file with errors is checked")
  func errors() {
    let one = RuleCase(
      "", "promise-fatal",
      "extension Container { var ▶a: Factory<A> { self { fatalError() } } }\nfunc f( {\n")
    #expect(one.found == one.expected)
  }
}
