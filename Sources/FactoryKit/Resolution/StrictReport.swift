// Factory, MIT licence; see LICENSE
//
// Reports to a strict test that a factory is about to call its own closure.
internal import FactoryCore

extension ContainerManager {
  /// Whether this is the container of a strict test.
  var isStrict: Bool { core.hasFlag(Int(FACTORY_IS_STRICT)) }

  /// Reports the factory of the calling thread's innermost frame, whose own closure is called next.
  /// Called with no lock held.
  @inline(never)
  func reportOwnClosure(_ frame: Frame) {
    // A promise has no closure of its own. The function that a property wrapper creates calls the
    // parameter factory, which is reported itself.
    let spared =
      FACTORY_IS_TESTABLE.rawValue | FACTORY_IS_PROMISE.rawValue | FACTORY_IS_FUNCTION.rawValue
    guard frame.pointee.flags & spared == 0,
      let strictness = core.setting({ $0.strictness })
    else { return }
    strictness.note(frame.key) {
      let chain = CircularDependency.chain(of: frame)
      return Message.liveDefinition(
        chain[chain.count - 1], resolvedBy: Array(chain.dropLast()), container: "\(containerType)",
        name: frame.pointee.name!, hasParameter: frame.pointee.parameter_type != nil)
    }
  }
}
