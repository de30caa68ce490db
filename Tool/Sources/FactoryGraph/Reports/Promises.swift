// Factory, MIT licence; see LICENSE
//
// `factory promises`.
/// The promised and required factories of a program, and what registers them.
public struct Promises: Sendable, Equatable {
  public struct Promise: Sendable, Equatable {
    public var id: String
    public var container: String
    public var name: String
    /// `promised` or `required`.
    public var form: String
    public var path: String
    public var line: Int
    /// Why `validate` cannot check it from another file; nil if it can.
    public var obstacle: String?
    /// Whether it is passed on as a value or key path, so that code may register it that the tool
    /// cannot follow.
    public var isPassedOn: Bool
    /// Where it is registered, without tests.
    public var registrations: [String]
  }

  public var all: [Promise]

  public init(_ program: Program) {
    all = program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      guard info.definition == .promised || info.definition == .required else { return nil }
      let location = program.location(of: factory)
      return Promise(
        id: program.id(of: factory), container: program.containers[info.container].name,
        name: info.name, form: info.definition == .promised ? "promised" : "required",
        path: program.files[location.file].path, line: location.place.line,
        obstacle: program.obstacle(toValidating: factory),
        isPassedOn: program.mentionedNames.contains(info.name)
          || program.uses(of: factory).contains {
            $0.isMention && !program.isTest($0.file) && !program.isValidation($0)
          },
        registrations: program.uses(of: factory).filter {
          $0.isRegistration && !program.isTest($0.file)
        }.map { "\(program.files[$0.file].path):\($0.place.line)" })
    }.sorted { $0.id < $1.id }
  }

  public func text() -> String {
    all.map { promise in
      "\(promise.id) (\(promise.form)), \(promise.path):\(promise.line): "
        + Self.wiring(of: promise) + "\n"
    }.joined()
  }

  private static func wiring(of promise: Promise) -> String {
    if !promise.registrations.isEmpty {
      return "registered at " + promise.registrations.joined(separator: ", ")
    }
    return promise.isPassedOn
      ? "no registration was found, but it is passed to code that may register it"
      : "nothing registers it"
  }

  /// The calls of `validate` that check the promises, one for each container, and a comment for
  /// each promise that it cannot check.
  public func swift() -> String {
    let checked = Dictionary(grouping: all.filter { $0.obstacle == nil }, by: \.container)
    let calls = checked.sorted { $0.key < $1.key }.map { container, promises in
      let names = Set(promises.map(\.name)).sorted()
      let list = names.map { "  \\.\($0)" }.joined(separator: ",\n")
      return "try \(container).shared.validate(\n\(list)\n)\n"
    }
    let comments = all.compactMap { promise in
      promise.obstacle.map { "// \(promise.id) is not checked: \($0).\n" }
    }
    return (calls + comments).joined()
  }
}

extension Program {
  /// Why a key path of a shared container cannot name a factory; nil if it can.
  fileprivate func obstacle(toValidating factory: Int) -> String? {
    let info = factories[factory]
    let container = containers[info.container]
    let access = access(of: info.member)
    if member(info.member).kind == .function { return "it is a function" }
    if access.isPrivate { return "it is private to its file" }
    if container.isProtocol {
      return "validate each container that conforms to \(container.name)"
    }
    let hasShared =
      container.name == "Container"
      || lineage(of: container.type).contains { types.types[$0].members["shared"] != nil }
    if !hasShared { return "\(container.name) has no shared container" }
    let modules = Set(promisedFactories.map { factories[$0].module })
    if modules.count > 1, !access.isPublic {
      return "it is internal to the module \(self.modules[info.module].name)"
    }
    return nil
  }

  /// Whether a key path is an argument of `validate`.
  fileprivate func isValidation(_ use: FactoryUse) -> Bool {
    guard let call = indices[use.file].call(around: use.chain) else { return false }
    return files[use.file].facts.chains[call.chain].links[call.link].name == "validate"
  }

  private var promisedFactories: [Int] {
    factories.indices.filter {
      [.promised, .required].contains(factories[$0].definition)
        && !isTest(factories[$0].member.file)
    }
  }
}
