// Factory, MIT licence; see LICENSE
import SwiftSyntax

struct ContainerNotFinal: Rule {
  let info = RuleInfo(
    "container-not-final", .warning, "A container class that is not final",
    hasFix: true,
    example: """
      import FactoryKit

      - public class PaymentsContainer: SharedContainer {
      + public final class PaymentsContainer: SharedContainer {
        @TaskLocal public static var shared = PaymentsContainer()
        public let manager = ContainerManager()
      }
      """,
    why: """
      Factories are registered for the class of their container. In a subclass, a factory is \
      another one with the same name, and `shared` still has the type of the base class. The \
      compiler also needs `final` to check that the class is `Sendable`.

      Write `final`. If containers have factories in common, declare these in an extension of \
      `SharedContainer`.

      Keep it only if the class has subclasses that you cannot change at the moment.
      """)

  func check(_ program: Program) -> [Finding] {
    program.containerClasses.compactMap { reference, type in
      guard !type.modifiers.contains("final") else { return nil }
      let location = Location(reference.file, type.place)
      if let subclass = program.subclass(of: reference) {
        return Finding(
          location,
          "the container \(type.name) is not final: \(subclass) inherits from it. Declare what "
            + "both need in a protocol that refines SharedContainer, and make both final.",
          noFix: "\(subclass) inherits from the class")
      }
      let source = program.source(of: reference.file)
      let edits = source.node(ClassDeclSyntax.self, at: type.place).map {
        [source.insert("final ", before: $0.classKeyword)]
      }
      return Finding(
        location, "the container \(type.name) is not final. Write 'final class'.",
        fix: type.modifiers.contains("open") ? nil : edits.map { ("Insert final", $0) },
        noFix: "the class is open, so other modules may inherit from it")
    }
  }
}

extension Program {
  /// The classes that conform to `SharedContainer`, except those of 1.x.
  var containerClasses: [(TypeReference, TypeFact)] {
    containers.compactMap { container in
      guard let part = types.types[container.type].parts.first else { return nil }
      let fact = files[part.file].facts.types[part.index]
      guard fact.kind == .class, !isOfFirstVersion(container.type, part.file),
        !isLibraryItself(part.file), isShared(container.type)
      else { return nil }
      return (part, fact)
    }
  }

  /// Whether a container is a class of 1.x, which inherits from `SharedContainer` and has no manager.
  private func isOfFirstVersion(_ type: TypeIndex, _ file: FileIndex) -> Bool {
    mayUseFirstVersion(file) && types.types[type].members["manager"] == nil
  }

  /// Whether a type conforms to `SharedContainer`, and not only to `ManagedContainer`.
  private func isShared(_ type: TypeIndex) -> Bool {
    lineage(of: type).contains { ancestor in
      types.types[ancestor].inherited.contains { $0.lastPart == "SharedContainer" }
    }
  }

  /// The name of a class of the program that inherits from a class.
  fileprivate func subclass(of reference: TypeReference) -> String? {
    guard let type = types.type(of: reference) else { return nil }
    return types.types.indices.first {
      $0 != type && types.types[$0].kind == .class && ancestors(of: $0).contains(type)
    }.map { types.types[$0].name }
  }
}
