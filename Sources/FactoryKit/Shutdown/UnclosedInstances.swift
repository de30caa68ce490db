// Factory, MIT licence; see LICENSE
//
// Logs that a child container was released although nobody has closed what it kept.
internal import FactoryCore
internal import FactoryKitCore

enum UnclosedInstances {
  // Not a set, whose code would be another page of a program. There are few such factories.
  private static let reported = Locked<[FactoryIdentity]>([])

  /// Logs the first such instance of each factory in the process. Called with no lock held.
  static func report(_ factory: ClosableFactory, _ child: String) {
    let container = ContainerIdentity(bits: factory.container).type ?? ContainerManager.self
    let identity = FactoryIdentity(factory.key, in: container)
    let isFirst = reported.withLock { reported in
      if reported.contains(identity) { return false }
      reported.append(identity)
      return true
    }
    if isFirst { Log.write(Message.unclosed(factory.description, child)) }
  }
}
