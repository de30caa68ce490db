// Factory, MIT licence; see LICENSE
//
// What `print`, `dump`, `Mirror` and `#expect` show of a factory value. Without it, they would ask for
// the types of its fields, and the runtime of systems before iOS 18 and macOS 15 crashes when it is
// asked for a function type with a typed error.
internal import FactoryCore

extension FactoryModifying {
  /// The factory's container, name, type, scope and location, for example
  /// `FactoryKit.Container.user<App.User>, scope cached, declared at App/Users.swift:12`.
  ///
  /// Resolves nothing and calls no closure. May be read from any thread. The scope is the one that a
  /// resolution of this value would use.
  ///
  /// ```swift
  /// print(Container.shared.user)
  /// ```
  public var description: String { FactoryDescription(_definition, Self._types).text }

  /// The parts of ``description``, for `dump` and `Mirror`. Does not contain the factory's closure.
  public var customMirror: Mirror {
    Mirror(
      self, children: FactoryDescription(_definition, Self._types).children, displayStyle: .struct)
  }
}

/// What is known about a factory of any kind and type.
private struct FactoryDescription {
  let container: String
  let name: String
  let type: String
  /// Nil for a factory without a parameter.
  let parameter: String?
  let scope: String
  let location: String

  @inline(never)
  init(_ definition: FactoryDefinition, _ types: FactoryTypes) {
    let (manager, declaration) = (definition.manager, definition.declaration)
    container = manager.containerName
    name = factoryName(manager.containerType, declaration.name, withContainer: false)
    // Metadata of types is never freed: see `FactoryTypes`.
    type = typeName(productType(of: unsafeBitCast(types.result, to: Any.Type.self)))
    // The metadata of the parameter's type is never freed either.
    parameter = types.parameter.map { typeName(unsafeBitCast($0, to: Any.Type.self)) }
    scope = Self.name(of: definition.scope ?? manager.scope(of: declaration, types))
    location = "\(String(cString: declaration.file)):\(declaration.line)"
  }

  /// A scope's name is not known, only what it does.
  private static func name(of scope: ScopeReference?) -> String {
    guard let scope else { return "unique" }
    return scope.isCustom ? "custom \(scope.kind)" : "\(scope.kind)"
  }

  var text: String {
    let parameter = parameter.map { ", parameter \($0)" } ?? ""
    return "\(container).\(name)<\(type)>\(parameter), scope \(scope), declared at \(location)"
  }

  var children: [Mirror.Child] {
    var children: [Mirror.Child] = [("container", container), ("name", name), ("type", type)]
    if let parameter { children.append(("parameter", parameter)) }
    return children + [("scope", scope), ("declaration", location)]
  }
}

extension ContainerManager {
  /// The scope of a factory whose value sets none: that of its settings, or the container's default.
  fileprivate func scope(
    of declaration: FactoryDeclaration, _ types: FactoryTypes
  ) -> ScopeReference? {
    store.nearestSettings(declaration.key(types))?.values.scope.value ?? core.defaultScope
  }
}
