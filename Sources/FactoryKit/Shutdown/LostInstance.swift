// Factory, MIT licence; see LICENSE
//
// Closes an instance with a shutdown hook that nobody has received, and that is not cached.
internal import FactoryKitCore

/// The instance of an asynchronous construction that went on after all tasks that had asked for it were cancelled, and that
/// a reset, a registration or another construction has overtaken. Only the library can close it.
enum LostInstance {
  /// Runs the hook in a task of its own, and logs its error. Does nothing if a failed warm-up closes the instance.
  static func close(_ box: InstanceBox, _ record: ShutdownRecord) {
    guard let hook = record.hook, record.take() else { return }
    let (close, factory) = (hook.closing(box), record.factory)
    let context = HookContext(nil, depth: record.depth + 1, outer: HookContext.current)
    Task {
      let runner = HookRunner(limit: HookRunner.defaultLimit)
      if let error = await runner.run(close, context) {
        Log.write(Message.lostHookFailed(factory.description, error))
      }
      runner.end()
    }
  }
}
