// Factory, MIT licence; see LICENSE
import SwiftSyntax

struct StoredFactory: Rule {
  let info = RuleInfo(
    "stored-factory", .error, "A factory in a stored property of its container",
    hasFix: true,
    example: """
      import FactoryKit

      final class Stripe {}

      - final class PaymentsContainer: SharedContainer, @unchecked Sendable {
      + final class PaymentsContainer: SharedContainer {
        @TaskLocal static var shared = PaymentsContainer()
        let manager = ContainerManager()
      -   lazy var processor: Factory<Stripe> = self { Stripe() }
      +   var processor: Factory<Stripe> { self { Stripe() } }
      }
      """,
    why: """
      A factory retains its container. A container that stores its own factory is therefore never \
      released, nor are the instances that it has cached. A stored factory of another container, \
      such as `let log = Factory<Log>(Container.shared) { … }`, keeps using that container when a \
      test replaces `shared`.

      Declare a computed property. A factory is a small value without state, so creating it on \
      each read costs little.

      There is no reason to keep it. Static and global factories, such as those of Factory 1.x, are \
      no part of a container and are not reported.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.compactMap { factory in
      let info = program.factories[factory]
      let member = program.member(info.member)
      guard member.kind == .property, member.storage != .computed, program.isOfInstance(factory)
      else { return nil }
      return Finding(
        program.location(of: factory),
        "\(program.name(of: factory)) is stored, so \(consequence(member, info, program)). Declare a "
          + "computed property: 'var \(info.name): \(info.typeName)<…> { self { … } }'.",
        fix: fix(member, info, program), noFix: obstacle(member, info, program))
    }
  }

  /// What is wrong with the stored factory. The initial value of a property that is not lazy cannot
  /// name `self`, so it belongs to another container.
  private func consequence(
    _ member: MemberFact, _ info: FactoryInfo, _ program: Program
  ) -> String {
    var isOwn = member.initialValue == nil
    if member.storage == .lazyStored {
      isOwn = info.builders.allSatisfy { builder in
        let chain = program.chain(Reference(info.member.file, builder.chain))
        guard let root = chain.rootName, FactoryTypes.all[root] != nil,
          // `Factory(container) { … }`
          let container = chain.links[builder.link].call?.arguments.first?.chain
        else { return true }
        return program.chain(Reference(info.member.file, container)).root == .me
      }
    }
    return isOwn
      ? "the container is never released"
      : "it always belongs to the container that it was created with, also when a test uses another "
        + "one"
  }

  /// `lazy var x: Factory<T> = self { … }` becomes `var x: Factory<T> { self { … } }`.
  private func fix(
    _ member: MemberFact, _ info: FactoryInfo, _ program: Program
  ) -> (message: String, edits: [Finding.Edit])? {
    let source = program.source(of: info.member.file)
    guard obstacle(member, info, program) == nil,
      let (property, binding) = source.property(at: member.place),
      let value = binding.initializer?.value
    else { return nil }
    var edits = property.modifiers.filter { $0.name.text == "lazy" }
      .compactMap { source.remove(upToNext: $0) }
    if member.storage == .letStored {
      edits.append(source.replace(property.bindingSpecifier, by: "var"))
    }
    var opening = " { "
    if member.type == nil { opening = ": \(info.typeName)<\(info.type.text)> { " }
    let before = binding.typeAnnotation.map { Syntax($0) } ?? Syntax(binding.pattern)
    edits.append(
      source.replace(from: source.end(of: before), to: source.place(value), by: opening))
    edits.append(source.insert(" }", after: value))
    return ("Make the property a computed one", edits)
  }

  /// Why there is no fix; nil if there is one.
  private func obstacle(
    _ member: MemberFact, _ info: FactoryInfo, _ program: Program
  ) -> String? {
    if member.initialValue == nil {
      return "the property has no initial value to compute"
    }
    if let obstacle = program.obstacle(toChanging: member, in: info.member.file) { return obstacle }
    return member.type == nil && info.type == .unknown ? "its type is not written" : nil
  }
}
