// Factory, MIT licence; see LICENSE
//
// The containers of a 1.x program: which class declares which factory, and which other static
// members have to become members of the container's instance, because they use factories.
import SwiftSyntax

struct StaticContainers {
  /// The type of each factory by container and name; nil if it is not known.
  private(set) var factories: [String: [String: String?]] = [:]
  /// Static functions and properties that use factories.
  private(set) var converted: [String: Set<String>] = [:]
  /// Other static members.
  private(set) var others: [String: Set<String>] = [:]
  private(set) var parents: [String: String] = ["Container": "SharedContainer"]
  /// The classes of the program, in order of declaration.
  private(set) var custom: [String] = []

  init(_ program: Program) {
    let classes = program.names.types.filter(\.isClass)
    var names: Set<String> = ["Container", "SharedContainer"]
    var changed = true
    while changed {
      changed = false
      for type in classes where !names.contains(type.name) {
        guard let base = type.inherited.first, names.contains(base) else { continue }
        names.insert(type.name)
        parents[type.name] = base
        changed = true
      }
    }
    custom = names.subtracting(["Container", "SharedContainer"])
      .subtracting(classes.filter { program.isGeneric($0) }.map(\.name)).sorted()
    for name in names { factories[name] = [:] }
  }

  /// Whether the library's own containers are unknown, because a file does not import it.
  private var hidesLibrary = false

  func isContainer(_ name: String) -> Bool {
    factories[name] != nil && !(hidesLibrary && Self.ofLibrary.contains(name))
  }

  private static let ofLibrary: Set<String> = ["Container", "SharedContainer"]

  /// The containers that a file without an import of the library may name.
  func withoutImport() -> StaticContainers {
    var copy = self
    copy.hidesLibrary = true
    return copy
  }

  /// The container that declares a member, starting with the one that is written.
  func owner(of member: String, in container: String) -> String? {
    var current: String? = container
    while let name = current {
      if factories[name]?[member] != nil || converted[name]?.contains(member) == true {
        return name
      }
      if others[name]?.contains(member) == true { return nil }
      current = parents[name]
    }
    return nil
  }

  /// The container that declares a static member which stays static.
  func ownerOfOther(_ member: String, in container: String) -> String? {
    var current: String? = container
    while let name = current {
      if others[name]?.contains(member) == true { return name }
      current = parents[name]
    }
    return nil
  }

  /// An expression for the instance that keeps the container's registrations.
  static func shared(_ owner: String) -> String {
    owner == "SharedContainer" ? "Container.shared" : "\(owner).shared"
  }

  mutating func addFactory(_ name: String, _ container: String, type: String?) {
    factories[container]![name] = .some(type)
  }
  mutating func addConverted(_ name: String, _ container: String) {
    converted[container, default: []].insert(name)
    others[container]?.remove(name)
  }
  mutating func addOther(_ name: String, _ container: String) {
    others[container, default: []].insert(name)
  }

  /// The type of `x()`, `Container.x()` or `Container.x(1)`, in a container's closure.
  func type(of expression: ExprSyntax, in container: String?) -> String? {
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let path = call.calledExpression.path
    else { return nil }
    let (scope, name): (String?, String) =
      path.count == 1 ? (container, path[0]) : (path.count == 2 ? path[0] : nil, path.last!)
    guard let scope, isContainer(scope), let owner = owner(of: name, in: scope) else {
      return nil
    }
    return factories[owner]?[name] ?? nil
  }
}

extension SyntaxProtocol {
  /// The container class or extension whose member contains the node, and the member. Nil within
  /// types that are nested in a container.
  func containerMember(
    _ isContainer: (String) -> Bool
  ) -> (container: String, member: DeclSyntax)? {
    var member: DeclSyntax?
    for ancestor in ancestors {
      if let item = ancestor.as(MemberBlockItemSyntax.self),
        !item.decl.is(IfConfigDeclSyntax.self)
      {
        member = item.decl
      }
      let name: String
      if let type = ancestor.as(ExtensionDeclSyntax.self) {
        let written = type.extendedType.trimmedDescription
        name = written.hasPrefix("Factory.") ? String(written.dropFirst(8)) : written
      } else if let type = ancestor.as(ClassDeclSyntax.self) {
        name = type.name.plain
      } else if ancestor.is(StructDeclSyntax.self) || ancestor.is(EnumDeclSyntax.self)
        || ancestor.is(ActorDeclSyntax.self) || ancestor.is(ProtocolDeclSyntax.self)
      {
        return nil
      } else {
        continue
      }
      guard isContainer(name), let member else { return nil }
      return (name, member)
    }
    return nil
  }
}
