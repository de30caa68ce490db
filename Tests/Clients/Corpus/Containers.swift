// Factory, MIT licence; see LICENSE
//
// Containers: shared ones, parameters, local ones, containers of the program's own.
import FactoryKit

// MARK: The default container

public func resolveFromShared() -> Int {
  Container.shared.cached().report() + Container.shared.singleton().report()
    + Container.shared.profile(1).id
}

public func resolveFromLocal() -> Int {
  let container = Container()
  return container.cached().report() + container.held().report() + container.profileByID(2).id
}

public func resolveFromNew() -> Report { Container().cached() }

public func resolveFromMany(_ containers: [Container]) -> Int {
  var sum = 0
  for container in containers { sum += container.cached().report() }
  return sum
}

public func resolveFromOptional(_ container: Container?) -> Int? {
  container?.cached().report()
}

public func resolveFromChosen(_ containers: [String: Container], _ name: String) -> Report {
  (containers[name] ?? .shared).cached()
}

public func replace(_ container: inout Container) -> Bool {
  let before = container.cached()
  container = Container()
  return container.cached() === before
}

public func give(_ container: consuming Container) -> Report { container.cached() }

public func lend(_ container: borrowing Container) -> Report { container.singleton() }

// MARK: Containers in tasks

public func resolveInOtherContainer() -> Bool {
  let outside = Container.shared.cached()
  return Container.$shared.withValue(Container()) { Container.shared.cached() !== outside }
}

public func resolveInOtherDesk() -> Int {
  Desk.$shared.withValue(Desk()) {
    Desk.shared.drawer.register { Report() }
    return Desk.shared.drawer().report() + dependency(\Desk.drawer).report()
  }
}

// MARK: Containers of the program's own

public func resolveFromDesk(_ desk: Desk) -> Int {
  desk.drawer().report() + desk.lamp().report() + desk.folder(2).id + desk.common().report()
}

public func resolveFromPocket(_ pocket: Pocket) -> Int {
  pocket.coin().value + pocket.key().report()
}

public final class Box<Content: Sendable>: SharedContainer {
  public static var shared: Box { Box() }
  public let manager = ContainerManager()
  public init() {}

  var contents: Factory<[Content]> { self { [] }.cached }
}

public func resolveFromBox(_ box: Box<Int>) -> Int {
  box.contents.register { [1, 2, 3] }
  return box.contents().reduce(0, +)
}

public class OpenContainer: ManagedContainer, @unchecked Sendable {
  public var manager: ContainerManager { kept }
  private let kept = ContainerManager()
  public init() {}

  var report: Factory<Report> { self { Report() }.cached }
}

public final class ClosedContainer: OpenContainer, @unchecked Sendable {
  var other: Factory<any Reporting> { self { self.report() }.shared }
}

public func resolveFromClasses(_ open: OpenContainer, _ closed: ClosedContainer) -> Int {
  open.report().report() + closed.report().report() + closed.other().report()
}

// MARK: Containers by protocol

public func resolveCommon<C: SharedContainer>(_ container: C) -> Report { container.common() }

public func resolveCommon(ofAny container: any SharedContainer) -> Report { container.common() }

public func resolveCommon<C: SharedContainer>(of type: C.Type) -> Report { C.shared.common() }

extension ManagedContainer {
  public func makeReport() -> Report { Factory(self) { Report() }.cached() }
  public func makeProfile(_ id: Int) -> Profile { self { Profile(id: $0) }(id) }
}

// MARK: Containers that objects hold

public final class Holder {
  let constant: Container
  var variable: Container
  weak var weakly: Container?
  unowned let unownedly: Container

  public init(_ container: Container) {
    constant = container
    variable = container
    weakly = container
    unownedly = container
  }

  public func resolve() -> Int {
    constant.cached().report() + variable.cached().report()
      + (weakly?.cached().report() ?? 0) + unownedly.cached().report()
  }

  public func resolveInLoop(_ times: Int) -> Int {
    var sum = 0
    for _ in 0..<times { sum += constant.plain().report() + variable.singleton().report() }
    return sum
  }
}
