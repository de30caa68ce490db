// Factory, MIT licence; see LICENSE
//
// Containers: parameters and those of the program's own; registrations and resets of factories and
// containers, resolution by type. EndlessLoops has more.
import FactoryKit

public func replace(_ container: inout Container) -> Bool {
  let before = container.cached()
  container = Container()
  return container.cached() === before
}

public func give(_ container: consuming Container) -> Report { container.cached() }

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

public func resolveFromClass(_ open: OpenContainer) -> Int { open.report().report() }

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

// MARK: By type

public func resolveByGenericType<T>(_ container: any Resolving, _ type: T.Type) -> T? {
  container.resolve(type) ?? container.factory(type)?()
}
