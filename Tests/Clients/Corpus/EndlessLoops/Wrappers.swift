// Factory, MIT licence; see LICENSE
//
// Loops without an exit that create objects with property wrappers, and that read these.
import FactoryKit

public final class InjectedOwner {
  @Injected(\.cached) var report
  @Injected(\.plain) var other
  @Injected(\Desk.drawer) var drawer
  public init() {}

  public func loopOnInjectedRead() { while true { consume(report) } }
  public func loopOnInjectedResolve() { while true { consume($report.resolve(reset: .scope)) } }
  public func loopOnInjectedFactory() { while true { consume($report.factory()) } }
}

public func loopOnInjected() { while true { consume(InjectedOwner()) } }

public func loopOnInjectedLocal() {
  while true {
    @Injected(\.cached) var report
    consume(report)
  }
}

/// A parameter factory, which injects a function.
public final class InjectedMaker {
  @Injected(\.profile) var makeProfile
  public init() {}

  public func loopOnInjectedFunction() { while true { consume(makeProfile(1)) } }
}

public final class LazyOwner {
  @LazyInjected(\.cached) var report
  public init() {}

  public func loopOnLazyRead() { while true { consume(report) } }
  public func loopOnLazyResolve() { while true { consume($report.resolve(reset: .all)) } }
  public func loopOnLazyResolvedOrNil() { while true { consume($report.resolvedOrNil()) } }
}

public func loopOnLazyInjected() { while true { consume(LazyOwner().report) } }

public final class WeakLazyOwner {
  @WeakLazyInjected(\.held) var report
  public init() {}

  public func loopOnWeakLazyRead() { while true { consume(report) } }
}

public func loopOnWeakLazyInjected() { while true { consume(WeakLazyOwner().report) } }

public final class DynamicOwner {
  @DynamicInjected(\.cached) var report
  @DynamicInjected(\.plain) var other
  public init() {}

  public func loopOnDynamicRead() { while true { consume(report) } }
  public func loopOnDynamicReadOfPlain() { while true { _ = other } }
  public func loopOnDynamicFactory() { while true { consume($report) } }
}

/// A value, whose code the optimiser inlines.
public struct DynamicValue {
  @DynamicInjected(\.singleton) var report
  @DynamicInjected(\Desk.drawer) var drawer
  public init() {}
}

public func loopOnDynamicValue() {
  let value = DynamicValue()
  while true {
    consume(value.report)
    consume(value.drawer)
  }
}

public final class ContainerOwner {
  @InjectedContainer var container
  @InjectedContainer(Desk.self) var desk
  public init() {}

  public func loopOnInjectedContainer() { while true { consume(container.cached()) } }
  public func loopOnInjectedDesk() { while true { consume(desk.drawer()) } }
}

public final class TypeOwner {
  @InjectedType var report: Report?
  public init() {}

  public func loopOnTypeRead() { while true { consume(report) } }
}
