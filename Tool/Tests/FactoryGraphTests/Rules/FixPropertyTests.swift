// Factory, MIT licence; see LICENSE
//
// What is true of every fix, with the sources of the other tests.
import FactoryGraph
import Testing

@Suite("Every fix")
struct FixPropertyTests {
  private static let rules = Set(Rules.all.filter(\.info.hasFix).map(\.info.name))

  private static let cases =
    (PromiseRuleTests.fatal + PromiseRuleTests.ofNil + DeclarationRuleTests.stored
    + DeclarationRuleTests.scopes + DeclarationRuleTests.parameters + ContainerRuleTests.classes
    + ContainerRuleTests.inside + CaptureRuleTests.captures + CaptureRuleTests.wrappers
    + ImportRuleTests.imports).filter { rules.contains($0.rule) && !$0.expected.isEmpty }

  @Test("After at most five passes, the file parses and nothing is left to fix", arguments: cases)
  func mends(_ one: RuleCase) {
    var one = one
    for _ in 0..<5 { one = fixed(one) }
    #expect(one.findings.filter { $0.fix != nil } == [])
    #expect(Checker().check(one.program).filter { $0.rule == "syntax" } == [])
  }

  @Test("All that has one is fixed, with carriage returns as well", arguments: cases)
  func carriageReturns(_ one: RuleCase) {
    var (plain, other) = (one, one)
    for index in other.modules.indices {
      other.modules[index].files = other.modules[index].files.mapValues {
        $0.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
      }
    }
    for _ in 0..<5 { (plain, other) = (fixed(plain), fixed(other)) }
    for (one, other) in zip(plain.modules, other.modules) {
      #expect(one.files == other.files.mapValues { $0.replacing("\r\n", with: "\n") })
    }
  }

  @Test("It changes nothing that stands before it on other lines", arguments: cases)
  func comments(_ one: RuleCase) {
    var one = one
    for index in one.modules.indices {
      one.modules[index].files = one.modules[index].files.mapValues { "// ä 🧪\n\($0)\n// end" }
    }
    for _ in 0..<5 { one = fixed(one) }
    for text in one.modules.flatMap(\.files.values) {
      #expect(text.hasPrefix("// ä 🧪\n") && text.hasSuffix("\n// end"))
    }
  }

  /// The sources after one run.
  private func fixed(_ one: RuleCase) -> RuleCase {
    var one = one
    var texts: [String: String] = [:]
    for module in one.modules {
      texts.merge(module.files.mapValues { $0.replacing("▶", with: "") }) { $1 }
    }
    texts.merge(Fixer(one.findings) { texts[$0] }.texts) { $1 }
    for index in one.modules.indices {
      for path in one.modules[index].files.keys { one.modules[index].files[path] = texts[path] }
    }
    return one
  }
}
