// Factory, MIT licence; see LICENSE
//
// Containers: parameters, those of a task and of the program's own; registrations and resets of
// factories and containers, push and pop, resolution by type.
import FactoryKit

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

public func resolveInOtherDesk() -> Int {
  Desk.$shared.withValue(Desk()) {
    Desk.shared.drawer.register { Report() }
    return Desk.shared.drawer().report() + dependency(\Desk.drawer).report()
  }
}

// MARK: Containers of the program's own

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

public func resolveCommon<C: SharedContainer>(of type: C.Type) -> Report { C.shared.common() }

extension ManagedContainer {
  public func makeReport() -> Report { Factory(self) { Report() }.cached() }
  public func makeProfile(_ id: Int) -> Profile { self { Profile(id: $0) }(id) }
}

// MARK: Registrations

// swift-format-ignore: AvoidRetroactiveConformances
extension Container: @retroactive AutoRegistering {
  public func autoRegister() {
    promise.register { OtherReport() }
    promisedProfile.register { Profile(id: $0) }
    contextual.onArg("--auto") { OtherReport() }
    manager.defaultScope = .cached
  }
}

public func registerEach(_ container: Container) {
  container.plain.register { Report() }
  container.cached.register { Report() }
  container.held.register { Report() }
  container.singleton.register { Report() }
  container.graph.register { Report() }
  container.visit.register { Report() }
  container.reporting.register { OtherReport() }
  container.amount.register { Amount(value: 4) }
  container.perhaps.register { Report() }
  container.function.register { { $0 * 2 } }
  container.promise.register { Report() }
}

public func registerAndResolve(_ container: Container) -> Int {
  container.reporting.register { OtherReport() }().report()
    + container.cached.register { Report() }.resolve().report()
    + container.cached.reset().timeToLive(3)().report()
}

public func registerInLoop(_ container: Container, _ times: Int) {
  for number in 0..<times {
    container.keptAmount.register { Amount(value: number) }
    if container.keptAmount().value != number { break }
  }
}

public func registerCapturing(_ container: Container, _ report: Report) {
  container.cached.register { report }
  container.editor.register { [unowned container] in
    Editor(report: report, profile: container.profile(1))
  }
}

public func resetEach(_ container: Container) {
  container.cached.reset()
  container.cached.reset(.scope)
  container.reporting.reset(.registration)
  container.contextual.reset(.context)
  container.profileByID.reset(.none)
  container.reset()
  container.reset(options: .registration)
  container.reset(scope: .cached)
  container.manager.reset(options: .scope)
  container.manager.reset(scope: .visit)
}

public func withRegistrations<T>(_ container: Container, _ body: () throws -> T) rethrows -> T {
  container.manager.push()
  defer { container.manager.pop() }
  registerEach(container)
  return try body()
}

// MARK: By type

public func resolveByType(_ container: Container) -> Int {
  container.register { Report() as any Reporting }
  consume(container.register(Amount.self) { Amount(value: 2) }.cached)
  let reporting: (any Reporting)? = container.resolve()
  container.factory(Amount.self)?.reset()
  return (reporting?.report() ?? 0) + (container.resolve(Amount.self)?.value ?? 0)
}

public func resolveByGenericType<T>(_ container: any Resolving, _ type: T.Type) -> T? {
  container.resolve(type) ?? container.factory(type)?()
}
