// Factory, MIT licence; see LICENSE
//
// Logs that a child container was released although nobody has closed what it kept.
internal import FactoryCore
internal import FactoryKitCore

enum UnclosedInstances {
  private static let reported = ReportedFactories()

  /// Logs the first such instance of each factory in the process. Called with no lock held.
  static func report(_ record: ShutdownRecord, _ child: String) {
    let factory = record.factory
    let container = ContainerIdentity(bits: factory.container).type ?? ContainerManager.self
    let identity = FactoryIdentity(factory.key, in: container)
    if reported.add(identity) {
      Log.write(Message.unclosed(factory.description, child))
    }
  }
}
