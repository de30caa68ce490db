// Factory, MIT licence; see LICENSE
//
// The property wrappers, in classes, structs, actors and functions.
import FactoryKit

public final class Everything {
  @Injected(\.plain) var plain
  @Injected(\.singleton) private var singleton
  @Injected(\Desk.drawer) var drawer
  @Injected(\.reporting) var reporting: any Reporting
  @Injected(\.promise) var promise
  @Injected(\.profile) var makeProfile
  @Injected(\.profileByID) var makeSendableProfile: @Sendable (Int) -> Profile

  @LazyInjected(\.cached) var lazyCached
  @LazyInjected(\Desk.lamp) var lazyLamp
  @LazyInjected(\.editor) private var lazyEditor
  @LazyInjected(\.profile) var lazyMakeProfile

  @WeakLazyInjected(\.held) var weakShared
  @WeakLazyInjected(\Desk.drawer) var weakDrawer

  @DynamicInjected(\.visit) var dynamicVisit
  @DynamicInjected(\Desk.drawer) var dynamicDrawer
  @DynamicInjected(\.profile) var dynamicMakeProfile

  @InjectedContainer var container
  @InjectedContainer(Desk.self) var desk
  @InjectedType var byType: Report?
  @InjectedType(Container.self) var byTypeOfContainer: Amount?

  public init() {}

  public func readAll() -> Int {
    var sum = plain.report() + singleton.report() + drawer.report() + reporting.report()
    sum += lazyCached.report() + lazyLamp.report() + lazyEditor.profile.id
    sum += (weakShared?.report() ?? 0) + (weakDrawer?.report() ?? 0) + (promise?.report() ?? 0)
    sum += dynamicVisit.report() + dynamicDrawer.report()
    sum += makeProfile(1).id + makeSendableProfile(2).id
    sum += lazyMakeProfile(3).id + dynamicMakeProfile(4).id
    sum += container.cached().report() + desk.drawer().report()
    return sum + (byType?.report() ?? 0) + (byTypeOfContainer?.value ?? 0)
  }

  public func write() {
    plain = Report()
    lazyCached = Report()
    weakShared = plain
    byType = nil
  }

  public func resolveAnew() {
    $plain.resolve()
    $singleton.resolve(reset: .scope)
    $lazyCached.resolve(reset: .all)
    $weakShared.resolve()
    $dynamicVisit.register { Report() }
    $lazyLamp.factory.reset()
  }

  deinit {
    consume($lazyEditor.resolvedOrNil())
    consume($weakDrawer.resolvedOrNil())
  }
}

public struct ValueOwner {
  @Injected(\.amount) var amount
  @LazyInjected(\.keptAmount) var kept
  @DynamicInjected(\.singleton) var singleton

  public init() {}

  public mutating func add(_ other: Int) {
    amount = Amount(value: amount.value + other)
    $amount.resolve()
    kept = amount
  }
}

public actor ActorOwner {
  @Injected(\.cached) var report
  @LazyInjected(\.singleton) var lazy
  @DynamicInjected(\.plain) var dynamic

  public init() {}

  public func read() -> Int { report.report() + lazy.report() + dynamic.report() }
}

@MainActor
public final class MainOwner {
  @Injected(\.cached) var report
  @LazyInjected(\.screen) var screen
  @Injected(\.keptScreen) var keptScreen

  public init() {}

  public func read() -> String { "\(report.report()) \(screen.title) \(keptScreen.title)" }
}

open class Base {
  @Injected(\.cached) public var report
  public init() {}
  open func read() -> Int { report.report() }
}

public final class Derived: Base {
  @LazyInjected(\.visit) var visit
  public override func read() -> Int { super.read() + visit.report() }
}

public final class GenericOwner<T: Sendable> {
  @Injected var value: T
  @LazyInjected var lazy: T
  @DynamicInjected var dynamic: T

  public init(_ path: KeyPath<Container, Factory<T>>) {
    _value = Injected(path)
    _lazy = LazyInjected(path)
    _dynamic = DynamicInjected(path)
  }

  public func read() -> [T] { [value, lazy, dynamic] }
}

public func makeGenericOwners() -> Int {
  GenericOwner(\.cached).read().count + GenericOwner(\.amount).read().count
}

public func useLocalWrappers() -> Int {
  @Injected(\.cached) var injected
  @LazyInjected(\.singleton) var lazy
  @DynamicInjected(\.plain) var dynamic
  return injected.report() + lazy.report() + dynamic.report()
}
