// Factory, MIT licence; see LICENSE
//
// A file that imports both modules qualifies: `FactoryKit.` for the one, `Factory1.` for the other.
import Factory
import FactoryKit
// Its scopes are `static var`, as 1.x programs in Swift 5 mode have them.
@preconcurrency import Legacy

// Not migrated yet, but used by files that are: one factory for all files.
extension FactoryKit.Container {
  var session: FactoryKit.Factory<Legacy.Session> { Factory1.Container.session.modern }
  var clock: FactoryKit.Factory<Legacy.Clock> { Factory1.Container.clock.modern }
  var alarm: FactoryKit.ParameterFactory<Int, Legacy.Clock> { Factory1.Container.alarm.modern }
}

class OldContainer: Factory1.SharedContainer {
  static let number: Factory1.Factory<Int> = Factory1.Factory { 42 }
  static let doubled = Factory1.ParameterFactory<Int, Int> { 2 * $0 }
}

final class MixedScreen {
  @FactoryKit.Injected(\.clock) var modern
  @Factory1.Injected(Factory1.Container.clock) var legacy
  @Factory1.LazyInjected(OldContainer.number) var number
  @Factory1.WeakLazyInjected(Factory1.Container.session) var session

  func reset(_ options: Factory1.FactoryResetOptions) { OldContainer.number.reset(options) }
}

/// Each type of 1.x has its name in `Factory1`.
private class Registering: Factory1.AutoRegistering {
  static func registerAllServices() {}
}

/// 1.x containers under a name that a file importing FactoryKit can use.
typealias Statics = Factory1.Container

/// Functions that use the other module, for tests that import only one.
enum Old {
  static func withStatics<Result>(_ body: () throws -> Result) rethrows -> Result {
    try StaticContainer.$shared.withValue(StaticContainer(), operation: body)
  }

  static var clock: Legacy.Clock { Factory1.Container.clock() }
  static var session: Legacy.Session { Factory1.Container.session() }
  static func registerClock(_ name: String) {
    Factory1.Container.clock.register { Legacy.Clock(name) }
  }
}
