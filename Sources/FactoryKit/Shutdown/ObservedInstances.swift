// Factory, MIT licence; see LICENSE
//
// Makes constructions create the records that shutdowns and warm-ups need.
internal import FactoryKitCore

extension InstanceObserver {
  /// The observer of the factories with a shutdown hook and, while a warm-up runs, of all factories.
  @usableFromInline
  static let shutdown = InstanceObserver(
    begin: { ShutdownRecord.begin($0, $1) },
    didStore: { $3.didStore($0, $1, in: $2) },
    didLose: { LostInstance.close($0, $1) },
    didSetHook: { $3.applyHook($0, isFirst: $1, $2, $4, $5, &$6) },
    didRelease: { UnclosedInstances.report($0, $1) })

  /// Read when a warm-up or a shutdown begins.
  static let observingAll: Void = ofAll.set(.shutdown)
}
