// Factory, MIT licence; see LICENSE
//
// Reads the members of 1.x containers.
import SwiftSyntax

extension StaticContainers {
  private typealias Member = (container: String, name: String, decl: DeclSyntax, file: ParsedFile)

  /// Reads the static members of the containers in these files.
  mutating func read(_ files: [ParsedFile]) {
    var factories: [(container: String, factory: StaticFactory, file: ParsedFile)] = []
    var others: [Member] = []
    for file in files {
      for node in file.tree.nodes(DeclSyntax.self, skipping: { $0.is(CodeBlockSyntax.self) }) {
        guard let modified = node.asProtocol((any WithModifiersSyntax).self), modified.isStatic,
          let (container, _) = node.containerMember(isContainer)
        else { continue }
        if let variable = node.as(VariableDeclSyntax.self) {
          if let factory = StaticFactory(variable) {
            factories.append((container, factory, file))
          } else {
            others += variable.bindings.compactMap(\.name).map { (container, $0, node, file) }
          }
        } else if let function = node.as(FunctionDeclSyntax.self) {
          others.append((container, function.name.plain, node, file))
        }
      }
    }
    for (container, factory, _) in factories { addFactory(factory.name, container, type: nil) }
    for member in others { addOther(member.name, member.container) }
    inferTypes(factories)
    convertUsers(others)
  }

  /// A factory may get its type from another one, so this is repeated.
  private mutating func inferTypes(
    _ factories: [(container: String, factory: StaticFactory, file: ParsedFile)]
  ) {
    var changed = true
    while changed {
      changed = false
      for (container, factory, file) in factories
      where self.factories[container]![factory.name]! == nil {
        let inference = inference(in: container, file.types(at: factory.variable))
        guard let types = factory.types(inference) else { continue }
        addFactory(factory.name, container, type: types.last!)
        changed = true
      }
    }
  }

  func inference(in container: String?, _ types: Types) -> Inference {
    Inference(types: types, known: { type(of: $0, in: container) })
  }

  /// A static member that uses factories by their names alone has to move to the instance, and
  /// so do those that use it.
  private mutating func convertUsers(_ members: [Member]) {
    var changed = true
    while changed {
      changed = false
      for (container, name, decl, file) in members
      where converted[container]?.contains(name) != true {
        let usesFactory = decl.names().contains { node in
          owner(of: node.baseName.plain, in: container) != nil
            && file.local(node.baseName.plain, at: node) == nil
        }
        if usesFactory || name == "registerAllServices" {
          addConverted(name, container)
          changed = true
        }
      }
    }
  }
}
