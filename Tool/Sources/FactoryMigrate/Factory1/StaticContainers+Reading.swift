// Factory, MIT licence; see LICENSE
//
// Reads the members of 1.x containers.
import SwiftSyntax

extension StaticContainers {
  /// Reads the static members of the containers in these files.
  mutating func read(_ files: [ParsedFile], _ program: Program) {
    let reader = StaticMemberReader(self)
    for file in files { reader.walk(file.tree) }
    for (container, factory) in reader.factories {
      addFactory(factory.name, container, type: nil)
    }
    for (container, name, _) in reader.others { addOther(name, container) }
    inferTypes(reader.factories, program)
    convertUsers(reader.others)
  }

  /// A factory may get its type from another one, so this is repeated.
  private mutating func inferTypes(
    _ factories: [(container: String, factory: StaticFactory)], _ program: Program
  ) {
    var changed = true
    while changed {
      changed = false
      for (container, factory) in factories where self.factories[container]![factory.name]! == nil {
        guard let types = factory.types(inference(in: container, program)) else { continue }
        addFactory(factory.name, container, type: types.last!)
        changed = true
      }
    }
  }

  func inference(in container: String?, _ program: Program) -> Inference {
    Inference(types: program.types, known: { type(of: $0, in: container) })
  }

  /// A static member that uses factories by their names alone has to move to the instance, and
  /// so do those that use it.
  private mutating func convertUsers(_ members: [(String, String, DeclSyntax)]) {
    var changed = true
    while changed {
      changed = false
      for (container, name, member) in members where converted[container]?.contains(name) != true {
        let finder = MemberUseFinder(self, container)
        finder.walk(member)
        if finder.found || name == "registerAllServices" {
          addConverted(name, container)
          changed = true
        }
      }
    }
  }
}

private final class StaticMemberReader: SyntaxVisitor {
  let containers: StaticContainers
  var factories: [(container: String, factory: StaticFactory)] = []
  var others: [(String, String, DeclSyntax)] = []

  init(_ containers: StaticContainers) {
    self.containers = containers
    super.init(viewMode: .sourceAccurate)
  }

  private func isStatic(_ node: some WithModifiersSyntax) -> Bool {
    node.modifier(.static) != nil || node.modifier(.class) != nil
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isStatic(node), let (container, _) = node.containerMember(containers.isContainer) else {
      return .skipChildren
    }
    if let factory = StaticFactory(node) {
      factories.append((container, factory))
    } else if let name = node.bindings.first?.pattern.as(IdentifierPatternSyntax.self) {
      others.append((container, name.identifier.plain, DeclSyntax(node)))
    }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    guard isStatic(node), let (container, _) = node.containerMember(containers.isContainer) else {
      return .skipChildren
    }
    others.append((container, node.name.plain, DeclSyntax(node)))
    return .skipChildren
  }
}

/// Looks for names of factories without a container before them.
private final class MemberUseFinder: SyntaxVisitor {
  let containers: StaticContainers
  let container: String
  var found = false

  init(_ containers: StaticContainers, _ container: String) {
    self.containers = containers
    self.container = container
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id {
      return .skipChildren
    }
    let name = node.baseName.plain
    if containers.owner(of: name, in: container) != nil, !node.isShadowed(name) { found = true }
    return .skipChildren
  }
}
