// Factory, MIT licence; see LICENSE
//
// Every text that the library shows a person: what happened, where, and what helps.

package enum Message {
  package static func circular(_ chain: [String]) -> String {
    """
    FactoryKit: circular dependency. To make \(chain.last ?? "?"), it is needed already:
    \(list(chain))
    What helps: inject one of them with @LazyInjected or @WeakLazyInjected, or move what both \
    need into a factory of its own.
    """
  }

  package static func waitingCycle(_ chains: [[String]]) -> String {
    var threads = ""
    for index in chains.indices {
      if index > 0 { threads += "\n" }
      threads += "thread " + String(index + 1)
      threads += ", waiting in the last line for the next thread:\n" + list(chains[index])
    }
    return """
      FactoryKit: circular dependency between threads. Each is making what the next one waits for:
      \(threads)
      What helps: inject one of them with @LazyInjected or @WeakLazyInjected, or move what both \
      need into a factory of its own.
      """
  }

  package static func unwiredPromise(_ factory: String, file: StaticString, line: UInt) -> String {
    """
    FactoryKit: \(factory) was promised at \(file):\(line), but nothing is registered for it.
    What helps: register it before it is resolved, usually in autoRegister() of the app's \
    container, or set promiseTriggersError to false on the container's manager to get nil.
    """
  }

  package static func popWithoutPush(container: String) -> String {
    "FactoryKit: \(container).manager.pop() without a push() before it; nothing was changed."
  }

  package static func singletonsAreNotTheContainers(container: String) -> String {
    """
    FactoryKit: \(container) does not manage singletons, so it did not reset them. \
    Use Scope.singleton.reset().
    """
  }

  package static func autoRegistrationGoesAhead(container: String) -> String {
    """
    FactoryKit: autoRegister() of \(container) is running on another thread, which waits for this \
    one; going ahead with what is registered so far.
    """
  }

  package static func notResolving(_ container: String, _ type: String) -> String {
    """
    FactoryKit: @InjectedType for \(type) got nil because \(container) is not Resolving. \
    Add: extension \(container): Resolving {}
    """
  }

  package static func registrationGone(_ container: String, _ type: String) -> String {
    """
    FactoryKit: the factory of \(container) for \(type) has no registration any more.
    What helps: ask container.factory(\(type).self) again after a reset, or register the type anew.
    """
  }

  package static func notASharedContainer(_ container: String) -> String {
    """
    FactoryKit: an injected key path starts at \(container), which is not a SharedContainer.
    What helps: conform it to SharedContainer, or resolve from an instance of it.
    """
  }

  /// The chain, indented; of a very long one both ends.
  private static func list(_ chain: [String]) -> String {
    let limit = 64
    let left = max(0, chain.count - limit)
    var text = ""
    for index in chain.indices {
      if left > 0, index >= limit / 2, index < limit / 2 + left {
        if index == limit / 2 { text += "\n  … " + String(left) + " more …" }
        continue
      }
      if index > 0 { text += "\n" }
      text += "  " + String(index) + ": " + chain[index]
    }
    return text
  }
}
