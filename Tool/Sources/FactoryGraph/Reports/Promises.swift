// Factory, MIT licence; see LICENSE
//
// `factory promises`.
/// The promised and required factories of a program, and what registers them.
package struct Promises: Sendable, Equatable {
  package struct Promise: Sendable, Equatable {
    package var id: String
    package var container: String
    package var name: String
    /// `promised` or `required`.
    package var form: String
    package var path: String
    package var line: Int
    /// Why `validate` cannot check it from another file; nil if it can.
    package var obstacle: String?
    /// Whether it is passed on as a value or key path, so that code may register it that the tool
    /// cannot follow.
    package var isPassedOn: Bool
    /// Where it is registered, without tests.
    package var registrations: [String]
    /// Whether all of these are made on child containers, so that the shared one has none.
    package var isOnChildrenOnly: Bool
  }

  package var all: [Promise]

  package init(_ program: Program) {
    let copies = FileCopies(program)
    let ids = Identifiers(program, copies)
    all = program.declarations(of: copies).compactMap { declaration in
      let (factory, all) = (declaration.original, declaration.copies)
      let info = program.factories[factory]
      guard info.definition == .promised || info.definition == .required else { return nil }
      let location = program.location(of: factory)
      return Promise(
        id: ids.id(of: factory), container: program.containers[info.container].name,
        name: info.name, form: info.definition == .promised ? "promised" : "required",
        path: program.files[location.file].path, line: location.place.line,
        obstacle: program.obstacle(toValidating: factory),
        isPassedOn: program.isMentioned(factory)
          || all.contains { program.isPassedOn($0) },
        registrations: Set(
          all.flatMap { program.registrations(of: $0) }.map { copies.original(of: $0.location) }
        ).sorted().map { "\(program.files[$0.file].path):\($0.place.line)" },
        isOnChildrenOnly: all.allSatisfy { !program.registrationsOnChildrenOnly(of: $0).isEmpty })
    }.sorted { $0.id < $1.id }
  }

  package func text() -> String {
    all.map { promise in
      "\(promise.id) (\(promise.form)), \(promise.path):\(promise.line): "
        + Self.wiring(of: promise) + "\n"
    }.joined()
  }

  private static func wiring(of promise: Promise) -> String {
    if !promise.registrations.isEmpty {
      return (promise.isOnChildrenOnly ? "registered on children only, at " : "registered at ")
        + promise.registrations.joined(separator: ", ")
    }
    return promise.isPassedOn
      ? "no registration was found, but it is passed to code that may register it"
      : "nothing registers it"
  }

  /// The calls of `validate` that check the promises, one for each container, and a comment for
  /// each promise that it cannot check. On the shared container, a promise that only children
  /// register is not kept.
  package func swift() -> String {
    let checked = Dictionary(
      grouping: all.filter { $0.obstacle == nil && !$0.isOnChildrenOnly }, by: \.container)
    let calls = checked.sorted { $0.key < $1.key }.map { container, promises in
      let names = Set(promises.map(\.name)).sorted()
      let list = names.map { "  \\.\($0)" }.joined(separator: ",\n")
      return "try \(container).shared.validate(\n\(list)\n)\n"
    }
    let comments = all.compactMap { promise in
      promise.obstacle.map { "// \(promise.id) is not checked: \($0).\n" }
        ?? (promise.isOnChildrenOnly ? Self.advice(promise) : nil)
    }
    return (calls + comments).joined()
  }
}

extension Promises {
  /// How a promise is checked that only children register.
  private static func advice(_ promise: Promise) -> String {
    "// \(promise.id) is registered on child containers only, at "
      + promise.registrations.joined(separator: ", ")
      + ". Check it there: try child.validate(\\.\(promise.name))\n"
  }
}

extension Program {
  /// Why a key path of a shared container cannot name a factory; nil if it can.
  fileprivate func obstacle(toValidating factory: FactoryIndex) -> String? {
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
      || hasMember("shared", container.type)
    if !hasShared { return "\(container.name) has no shared container" }
    let modules = Set(promisedFactories.map { factories[$0].module })
    if modules.count > 1, !access.isPublic {
      return "it is internal to the module \(self.modules[info.module].name)"
    }
    return nil
  }

  private var promisedFactories: [FactoryIndex] {
    factories.indices.filter {
      [.promised, .required].contains(factories[$0].definition)
        && !isTest(factories[$0].member.file)
    }
  }
}
