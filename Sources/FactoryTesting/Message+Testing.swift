// Factory, MIT licence; see LICENSE
//
// The messages of tests.
internal import FactoryKit

extension Message {
  static func unregisteredInTest(
    _ missing: MissingRegistration, _ test: String, _ consequence: UnregisteredConsequence
  ) -> String {
    var text = """
      FactoryKit: \(missing.factory) is resolved in the test "\(test)", but nothing is registered \
      for it.
      """
    text += resolved(by: missing.chain)
    text += """

      To fix this: register it in the test, or in the trait of the test or its suite: \(missing.fix)
      """
    text += inChild(missing.mayBeInChild)
    switch consequence {
    case .throwsError: text += "\nThe factory throws an error instead."
    case .returnsNil: text += "\nThe factory resolves to nil."
    case .traps:
      text += """

        The process ends, because this factory cannot throw an error: the tests that have not \
        ended are lost.
        """
    }
    return text
  }

  /// - Parameters:
  ///   - chain: the factories that have resolved it, outermost first.
  ///   - container: the container's type, as it is written in a program.
  ///   - child: the name of the child container that resolves it; nil if it is no child.
  ///   - isAboveReported: whether it has resolved a factory that was reported, which is the one to replace.
  static func liveDefinition(
    _ factory: String, resolvedBy chain: [String], container: String, child: String?,
    name: String, hasParameter: Bool, isAboveReported: Bool
  ) -> String {
    let resolver =
      chain.isEmpty ? "code outside of all factories" : list(chain, isNumbered: false)
    let place = child.map { " in \($0)" } ?? ""
    let registration = "\(container).shared.\(name).register { \(hasParameter ? "_ in " : "")… }"
    let fix =
      isAboveReported
      ? """
      register the factory that it has resolved and that has an issue of its own in this test. To replace \
      this one as a whole, register it: \(registration).
      """
      : """
      register what the test needs, \(registration). If the live instance may be used in tests, add \
      allowing: \\.\(name) to the trait, or .testable to the definition.
      """
    return """
      FactoryKit: \(factory) calls its own closure in a strict test\(place), because nothing is registered \
      for it. It was resolved by \(resolver). To fix this: \(fix)
      """
  }
}
