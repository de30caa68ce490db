// Factory, MIT licence; see LICENSE
import FactoryGraph
import Foundation
import Testing

@Suite("Time in proportion to the program")
struct GrowthTests {
  /// A program of one function with many statements.
  private static func program(_ count: Int, _ statement: (Int) -> String) -> String {
    let factories = (0..<count).map { "  var s\($0): Factory<S> { self { S(\($0)) } }\n" }
    return "import FactoryKit\nstruct S { init(_ n: Int) {} }\nextension Container {\n"
      + factories.joined()
      + "}\nextension Container: AutoRegistering {\n  func autoRegister() {\n"
      + (0..<count).map { "    \(statement($0))\n" }.joined() + "  }\n}\n"
  }

  /// The processor time of this thread that a check takes, in seconds.
  private static func time(_ source: String) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    let program = Program(source: source, path: "App.swift")
    _ = Checker().check(program)
    return now() - start
  }

  @Test(
    "Four times as many statements in a function take far less than sixteen times as long",
    arguments: [
      "s#.register { S(self.s0()) }", "s#.register { [self] in S(s0()) }",
      "let a# = s#(); s#.register { a# }", "if flag { s#.register { S(#) } }",
      "s#.register { flag ? S(#) : self.s0() }", "s#.onTest { S(#) }", "_ = s#.cached",
      "func f#() { _ = s#() }; f#()",
    ])
  func growth(statement: String) {
    func source(_ count: Int) -> String {
      Self.program(count) { statement.replacingOccurrences(of: "#", with: "\($0)") }
    }
    // Other processes can double the time of one measurement, and none makes it shorter.
    var (few, many) = (Double.infinity, Double.infinity)
    for _ in 0..<5 where many >= few * 9 {
      few = min(few, Self.time(source(250)))
      many = min(many, Self.time(source(1000)))
    }
    #expect(many < few * 9)
  }
}
