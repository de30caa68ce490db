// Factory, MIT licence; see LICENSE
//
// Loops without an exit on containers: shared ones, those that objects hold, those of the program's
// own; and on what changes a container.
import FactoryKit

// MARK: Containers

public func loopOnSharedContainer() { while true { _ = Container.shared.cached() } }

public func loopOnNewContainers() { while true { consume(Container().cached()) } }

public func loopOnLocalContainer() {
  let container = Container()
  while true { consume(container.cached()) }
}

public func loopOnTaskLocalContainer() {
  Container.$shared.withValue(Container()) {
    while true { consume(Container.shared.cached()) }
  }
}

// MARK: In variables

let globalContainer = Container()

public func loopOnContainerInGlobal() { while true { consume(globalContainer.cached()) } }

public struct Owner {
  let container: Container

  public func loopOnContainerOfStruct() { while true { consume(container.cached()) } }
}

public final class ClassOwner {
  let constant: Container
  public var variable = Container()
  weak var weakly: Container?
  unowned let unownedly: Container

  public init(_ container: Container) {
    constant = container
    unownedly = container
  }

  public func loopOnConstantContainer() { while true { consume(constant.cached()) } }
  public func loopOnVariableContainer() { while true { consume(variable.singleton()) } }
  public func loopOnWeakContainer() { while true { consume(weakly?.cached()) } }
  public func loopOnUnownedContainer() { while true { consume(unownedly.cached()) } }
}

// MARK: Of the program's own

public func loopOnCustomContainer() { while true { consume(Desk.shared.drawer()) } }

extension Desk {
  public func loopOnCustomParameter() { while true { _ = folder(1) } }
}

extension Pocket {
  public func loopOnManagedContainer() { while true { consume(coin()) } }
}

public func loopOnGenericContainer<C: SharedContainer>(_ container: C) {
  while true { consume(container.common()) }
}

public func loopOnExistentialContainer(_ container: any SharedContainer) {
  while true { consume(container.common()) }
}

/// With a constant that its factories use.
public final class Office: SharedContainer {
  public static let shared = Office()
  public let manager = ContainerManager()
  let report = Report()
  public init() {}
}

extension Office {
  var itsReport: Factory<Report> { self { self.report } }
  var capturedReport: Factory<Report> { self { [report] in report }.singleton }

  public func loopOnContainersConstant() { while true { consume(itsReport()) } }
}

public func loopOnCapturedConstant() {
  while true { consume(Office.shared.capturedReport()) }
}

// MARK: Registrations and resets

extension Container {
  public func loopOnRegister() {
    while true {
      cached.register { Report() }
      consume(cached())
    }
  }

  public func loopOnParameterRegister() {
    while true { profile.register { Profile(id: $0 + 1) } }
  }

  public func loopOnResetFactory() { while true { cached.reset() } }
  public func loopOnResetScopeOfFactory() { while true { consume(singleton.reset(.scope)()) } }

  public func loopOnResetContainer() {
    while true {
      reset()
      consume(cached())
    }
  }

  public func loopOnResetScope() {
    while true {
      manager.reset(scope: .visit)
      consume(visit())
    }
  }

  public func loopOnContainerDecorator() { while true { decorator { consume($0) } } }
}

public func loopOnResetSingletons() {
  while true {
    Scope.singleton.reset()
    consume(Container.shared.singleton())
  }
}

// MARK: The manager

// The manager is used here and not copied: Swift 6.3.1 does not finish compiling a loop without an
// exit that copies a constant of an object, whatever its type. A library cannot prevent that.
extension Container {
  public func loopOnManagerSettings() {
    while true {
      manager.trace = manager.circularDependencyTesting
      manager.defaultScope = .cached
      manager.promiseTriggersError = false
    }
  }

  public func loopOnPushAndPop() {
    while true {
      manager.push()
      cached.register { Report() }
      consume(cached())
      manager.pop()
    }
  }
}

// MARK: By type

extension Container {
  public func loopOnResolving() {
    while true {
      let report: Report? = resolve()
      consume(report)
    }
  }

  public func loopOnResolvingRegister() { while true { register { Amount(value: 1) } } }
  public func loopOnResolvingFactory() { while true { consume(factory(Report.self)) } }
}
