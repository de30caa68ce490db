// Factory, MIT licence; see LICENSE
//
// The library's messages: what happened, where, and how to fix it. Those of FactoryKit
// and FactoryTesting are in extensions there. That of `@InjectedType` is next to the wrapper, because it is emitted into programs.

package enum Message {
  /// `types` are the types of the chain, for the last line, which has the format of 1.x.
  package static func circular(
    _ chain: [String], types: [String] = [], fix: CircularFix = .wrapper
  ) -> String {
    let factory = chain.last ?? "?"
    let text = """
      FactoryKit: circular dependency: creating \(factory) requires \(factory).
      \(list(chain, isNumbered: true))
      \(fix.text)
      """
    if types.isEmpty { return text }
    return "\(text)\nIn short: circular dependency chain - \(list(types, isNumbered: false))"
  }

  /// - Parameter kind: what waits: threads or tasks.
  package static func waitingCycle(
    _ chains: [[String]], _ kind: String = "thread", fix: CircularFix = .wrapper
  ) -> String {
    var text = """
      FactoryKit: circular dependency between \(kind)s. Each \(kind) waits for an instance that the \
      next one is building:
      """
    for (index, chain) in chains.enumerated() {
      text += "\n\(kind) \(index + 1), waiting in the last line for the next \(kind):\n"
      text += list(chain, isNumbered: true)
    }
    return "\(text)\n\(fix.text)"
  }

  static func unregisteredPromise(
    _ factory: String, at location: String, mayBeInChild: Bool, resolvedBy chain: [String]
  ) -> String {
    """
    FactoryKit: \(factory) was promised at \(location), but nothing is registered for it.\
    \(resolved(by: chain))
    To fix this: register it before it is resolved, usually in autoRegister() of the app's \
    container, or set promiseTriggersError to false on the container's manager to get nil.\
    \(inChild(mayBeInChild))
    """
  }

  package static func unregistered(_ missing: MissingRegistration) -> String {
    """
    FactoryKit: \(missing.factory) is required, but nothing is registered for it.\
    \(resolved(by: missing.chain))
    To fix this: register it before it is resolved, for example in autoRegister() of the app's \
    container: \(missing.fix)\(inChild(missing.mayBeInChild))
    """
  }

  /// The chain to a factory; empty if no other factory has resolved it.
  package static func resolved(by chain: [String]) -> String {
    chain.count < 2
      ? "" : "\nThe resolutions that led to it:\n\(list(chain, isNumbered: true))"
  }

  /// What else fixes a missing registration; empty if no child container can have it.
  package static func inChild(_ mayBeInChild: Bool) -> String {
    if !mayBeInChild { return "" }
    return """

      If a child container registers it, run this code in that child, as in child.run { … }. \
      Detached tasks, threads and queues need CarriedContainers.
      """
  }

  /// The error of `validate`.
  /// - Parameter fixes: what to write for each of the factories.
  package static func missing(_ factories: [String], _ fixes: [String]) -> String {
    var text =
      factories.count == 1
      ? "FactoryKit: nothing is registered for this factory:"
      : "FactoryKit: nothing is registered for these \(factories.count) factories:"
    for (factory, fix) in zip(factories, fixes) { text += "\n  \(factory): \(fix)" }
    return """
      \(text)
      To fix this: register what is missing before it is resolved, for example in autoRegister() of \
      the app's container.
      """
  }

  static func outranked(_ factory: String, by context: String) -> String {
    """
    FactoryKit: the closure registered for \(factory) is not used, because the factory has \
    a closure for the context \(context), and contexts take precedence over registrations.
    To fix this: set the closure for that context instead of registering it, or remove the context's \
    closure. If the factory's definition sets the context, move that to autoRegister().
    """
  }

  /// - Parameters:
  ///   - chain: the resolutions from the kept instance to the factory.
  static func passedOver(
    _ factory: String, in child: String, by kept: String, isOfProcess: Bool, _ chain: [String]
  ) -> String {
    """
    FactoryKit: passed over: \(kept) is kept by \(isOfProcess ? "the process" : "a parent container"), \
    so it was built without the registration of \(factory) in \(child):
    \(list(chain, isNumbered: true))
    To fix this: give \(kept) a scope that the child keeps, or pass what belongs to the child as a \
    parameter, or read it later from the container that is current then.
    """
  }

  static func unequalParameter(_ factory: String) -> String {
    """
    FactoryKit: \(factory) was resolved with a parameter that is not equal to itself, so its \
    instance is not cached: no later resolution would find it.
    To fix this: do not resolve the factory with Double.nan or a value that contains it, or correct \
    the parameter's ==.
    """
  }

  // Messages about a container, as the texts before and after its name.

  static var popWithoutPush: (String, String) {
    ("", ".manager.pop() without a push() before it; nothing was changed.")
  }

  static var singletonsAreNotTheContainers: (String, String) {
    (
      "",
      " does not manage singletons, so it did not reset them. Call reset() on the scope itself."
    )
  }

  static var autoRegistrationGoesAhead: (String, String) {
    (
      "autoRegister() of ",
      """
       is running on another thread, which waits for this one; going ahead with what is registered \
      so far.
      """
    )
  }

  static func registrationGone(_ container: String, _ type: String) -> String {
    """
    FactoryKit: the factory of \(container) for \(type) has no registration any more.
    To fix this: ask container.factory(\(type).self) again after a reset, or register the type again.
    """
  }

  /// A chain as indented lines or as one line. A very long chain is shortened in the middle.
  @inline(never)
  package static func list(_ chain: [String], isNumbered: Bool) -> String {
    let limit = 64
    let gap = chain.count > limit ? limit / 2..<chain.count - limit / 2 : 0..<0
    var text = ""
    for (index, part) in chain.enumerated() {
      let isInGap = gap.contains(index)
      if isInGap, index > gap.lowerBound { continue }
      if index > 0 { text += isNumbered ? "\n" : " > " }
      if isNumbered { text += isInGap ? "  " : "  \(index): " }
      text += isInGap ? "… \(gap.count) more …" : part
    }
    return text
  }
}
