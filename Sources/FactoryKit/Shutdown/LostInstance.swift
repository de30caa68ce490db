// Factory, MIT licence; see LICENSE
//
// Closes instances with a shutdown hook that nobody has received.
internal import FactoryKitCore

/// Closes instances of asynchronous factories that were complete after every waiting task had been cancelled. They are not
/// cached.
enum LostInstance {
  /// Runs the hook in a task of its own, and logs its error. Does nothing if a failed warm-up closes the instance.
  static func close(_ box: InstanceBox, _ record: ShutdownRecord) {
    guard let hook = record.hook, record.take() else { return }
    let (close, factory) = (hook.closing(box), record.factory)
    let context = HookContext(nil, depth: record.depth + 1, outer: HookContext.current)
    Task {
      if let error = await HookRunner.call(close, context) {
        Log.write(Message.lostHookFailed(factory.description, error))
      }
    }
  }
}
