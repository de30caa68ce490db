// Factory, MIT licence; see LICENSE
//
// How to fix a circular dependency: the last lines of its message.

package enum CircularFix {
  /// The factories are synchronous, so property wrappers inject them.
  case wrapper
  case decorator
  /// The factories are asynchronous, which no property wrapper injects.
  case asynchronous
  /// A watcher or `autoRegister` reads a lazily injected property whose instance is being created.
  case observer

  var text: String {
    switch self {
    case .wrapper:
      """
      To fix this: inject one of them with @LazyInjected or @WeakLazyInjected, or move what both \
      need into a factory of its own.
      """
    case .decorator:
      """
      To fix this: do not resolve in the decorator what is needed to build the decorated instance. \
      Inject what the decorator uses with @LazyInjected, or resolve it before the decorator is set.
      """
    case .asynchronous:
      """
      To fix this: move what both need into a factory of its own, or resolve one of them in the \
      method that uses it, after both were built.
      """
    case .observer:
      """
      To fix this: do not read the property in a watcher or in autoRegister while its instance is \
      being created.
      """
    }
  }
}
