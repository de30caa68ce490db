// Factory, MIT licence; see LICENSE
//
// Reports to a strict test that a factory is about to call its own closure.
internal import FactoryCore

extension ContainerManager {
  /// Whether this is the container of a strict test.
  var isStrict: Bool { core.hasFlag(Int(FACTORY_IS_STRICT)) }

  /// Identifies a factory of this container, or of another one of its type.
  func identity(of key: factory_key) -> FactoryIdentity {
    FactoryIdentity(key, in: containerType)
  }

  /// Reports the factory of the calling thread's innermost frame, whose own closure is called next.
  /// Called with no lock held.
  @inline(never)
  func reportOwnClosure(_ frame: Frame) {
    // A promise has no closure of its own. The function that a property wrapper creates calls the
    // parameter factory, which is reported itself, and that of a group its members.
    let spared =
      FACTORY_IS_TESTABLE.rawValue | FACTORY_IS_PROMISE.rawValue | FACTORY_IS_FUNCTION.rawValue
      | FACTORY_IS_GROUP.rawValue
    guard frame.pointee.flags & spared == 0,
      let strictness = core.setting({ $0.strictness })
    else { return }
    strictness.note(identity(of: frame.key)) {
      var chain = CircularDependency.chain(of: frame)
      let factory = chain.removeLast()
      return Message.liveDefinition(
        factory, resolvedBy: chain, container: "\(containerType)", name: frame.pointee.name!,
        hasParameter: frame.pointee.parameter_type != nil)
    }
  }
}
