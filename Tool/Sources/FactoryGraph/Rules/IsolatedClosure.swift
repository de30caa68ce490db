// Factory, MIT licence; see LICENSE
import SwiftSyntax

struct IsolatedClosure: Rule {
  let info = RuleInfo(
    "isolated-closure", .warning, "A factory whose closure is isolated, and whose property is not",
    hasFix: true, since: 3,
    example: """
      import FactoryKit

      @MainActor final class ContentModel {}

      extension Container {
      -   var model: Factory<ContentModel> {
      -     Factory(self) { @MainActor in ContentModel() }
      +   @MainActor var model: Factory<ContentModel> {
      +     Factory(self) { ContentModel() }
        }
      }
      """,
    why: """
      The closure has to run on the main actor, but any code can resolve the factory. If code on \
      another thread resolves it, the closure runs on that thread.

      With Factory 3, `Factory(self) { @MainActor in … }` in a property that is not isolated compiles \
      in the language mode of Swift 5, with a warning, and is an error in that of Swift 6. `self { \
      @MainActor in … }` is an error there in both.

      Isolate the property: the compiler then requires that the factory is resolved on the main \
      actor. Or declare a `MainActorFactory`, which code of any isolation can register. The same \
      applies to other global actors, and to closures with `@MainActor in` that are passed to \
      `register` or to a context of a factory that is not on the main actor.

      If the property is isolated already, the attribute of `self { @MainActor in … }` can be \
      removed, and the compiler warns of it. `Factory(self) { @MainActor in … }` is accepted there.

      Keep it if the program uses Factory 2, in which the closure has to be isolated. The rule \
      is silent if `Package.resolved`, a manifest, an Xcode project or `factory: 2` in \
      `factory.yml` says so. `factory migrate --from factory2` moves the attribute.

      There is a fix if the property is isolated already, or if all uses are known to be on the \
      main actor: in a type, function or closure with `@MainActor`, or in the body of a view.
      """)

  func check(_ program: Program) -> [Finding] {
    let definitions = program.factories.indices.flatMap { factory -> [Finding] in
      let info = program.factories[factory]
      let file = info.member.file
      return info.closures.compactMap { region in
        guard case .closure(let closure) = program.files[file].facts.regions[region].kind else {
          return nil
        }
        guard let attribute = closure.mainActor else {
          return closure.otherActor.flatMap { other($0, factory, program) }
        }
        let isIsolated = program.isIsolated(factory)
        // The compiler converts the closure without a warning.
        if isIsolated, program.isPassedToInitializer(region, of: info) { return nil }
        let member = program.member(info.member)
        let obstacle = obstacle(factory, member, program)
        let source = program.source(of: file)
        var edits = [source.removal(ofAttributeAt: attribute)]
        if !isIsolated {
          edits.append(source.insertAttribute("@MainActor", ofPropertyAt: member.place))
        }
        return Finding(
          Location(file, attribute),
          message(program.name(of: factory), isIsolated: isIsolated),
          notes: obstacle?.use.map { [Finding.Note($0, "it is used here")] } ?? [],
          fix: obstacle == nil
            ? (
              isIsolated ? "Remove @MainActor" : "Move @MainActor to the property",
              edits.compactMap(\.self)
            ) : nil,
          noFix: obstacle?.reason)
      }
    }
    return definitions + registrations(program)
  }

  /// A closure on a global actor of the program, whose property is not on it.
  private func other(
    _ actor: (name: String, place: Place), _ factory: FactoryIndex, _ program: Program
  ) -> Finding? {
    let member = program.factories[factory].member
    if program.member(member).attributes.contains(where: { $0.name == actor.name }) { return nil }
    return Finding(
      Location(member.file, actor.place),
      "the closure runs on the actor \(actor.name), but \(program.name(of: factory)) can be "
        + "resolved anywhere, and then calls it there. Isolate the property instead of the "
        + "closure: '@\(actor.name) var'.",
      noFix: "whether its uses are on \(actor.name) is not known")
  }

  /// Registrations and contexts on the main actor, of factories whose definition is not.
  private func registrations(_ program: Program) -> [Finding] {
    program.uses.compactMap { use in
      let passed: Int?
      switch use.operation {
      case .register(let closure), .context(_, let closure): passed = closure
      default: return nil
      }
      guard let passed, !program.isIsolated(use.factory), !program.hasIsolatedClosure(use.factory),
        case .closure(let closure) = program.region(Reference(use.file, passed)).kind,
        let place = closure.mainActor
      else { return nil }
      let name = program.name(of: use.factory)
      // Other code cannot register what is isolated, unless it waits, which `autoRegister` cannot.
      let advice =
        program.isOnMainActor(use)
        ? "Isolate its property, '@MainActor var', or make it a MainActorFactory."
        : "Make it a MainActorFactory, which code of any isolation can register."
      return Finding(
        Location(use.file, place),
        "the closure runs on the main actor, but \(name) can be resolved anywhere, and then calls "
          + "it there. \(advice)",
        notes: [Finding.Note(program.location(of: use.factory), "\(name) is declared here")],
        noFix: "code that is not on the main actor may use \(name)",
        group: ("\(use.factory)", "this closure of \(name) runs on the main actor"))
    }
  }

  private func message(_ name: String, isIsolated: Bool) -> String {
    isIsolated
      ? "\(name) is on the main actor, so its closure is as well. Remove '@MainActor in'."
      : "the closure runs on the main actor, but \(name) can be resolved anywhere, and then calls "
        + "it there. Isolate the property instead of the closure: '@MainActor var', or use "
        + "MainActorFactory."
  }

  /// Why there is no fix, and the use that is the reason. Nil if there is one.
  private func obstacle(
    _ factory: FactoryIndex, _ member: MemberFact, _ program: Program
  ) -> (reason: String, use: Location?)? {
    if member.modifiers.contains(where: { $0.hasPrefix("nonisolated") }) {
      return ("the property is nonisolated", nil)
    }
    if program.isIsolated(factory) { return nil }
    let name = program.name(of: factory)
    let mayHaveOtherUses =
      program.isPublished(factory) || program.isRequirement(factory)
      || program.isMentioned(factory)
    if mayHaveOtherUses {
      return ("code that is not on the main actor may use \(name)", nil)
    }
    return program.uses(of: factory).filter { !program.isOnMainActor($0) }.map(\.location).min()
      .map { ("a use of \(name) is not known to be on the main actor", $0) }
  }
}

extension Program {
  /// Whether a closure of a factory's definition is on the main actor.
  fileprivate func hasIsolatedClosure(_ factory: FactoryIndex) -> Bool {
    let info = factories[factory]
    return info.closures.contains { index in
      guard case .closure(let closure) = region(Reference(info.member.file, index)).kind else {
        return false
      }
      return closure.mainActor != nil
    }
  }

  /// Whether a closure of a factory's definition is an argument of `Factory(self)` or another type's
  /// initialiser, and not of `self { … }`.
  fileprivate func isPassedToInitializer(_ closure: Int, of info: FactoryInfo) -> Bool {
    info.builders.contains { builder in
      let chain = chain(Reference(info.member.file, builder.chain))
      guard let root = chain.rootName, FactoryTypes.all[root] != nil else { return false }
      return chain.links[builder.link].call?.closures.contains { $0.region == closure } == true
    }
  }
}

extension FixSource {
  /// Removes an attribute of a closure, with the whole signature if it has nothing else.
  fileprivate func removal(ofAttributeAt place: Place) -> Finding.Edit? {
    guard let attribute = node(AttributeSyntax.self, at: place),
      let signature = node(ClosureSignatureSyntax.self, at: place)
    else { return nil }
    let isAlone =
      signature.attributes.count == 1 && signature.capture == nil
      && signature.parameterClause == nil && signature.effectSpecifiers == nil
      && signature.returnClause == nil
    let last = isAlone ? signature.inKeyword : attribute.lastToken(viewMode: .sourceAccurate)!
    let next = last.nextToken(viewMode: .sourceAccurate)!
    let space = last.trailingTrivia + next.leadingTrivia
    if space.allSatisfy({ if case .spaces = $0 { true } else { false } }) {
      return replace(from: self.place(attribute), to: self.place(next), by: "")
    }
    // At the end of a line: the space before it goes.
    let before = attribute.previousToken(viewMode: .sourceAccurate)!
    return replace(from: end(of: before), to: end(of: last), by: "")
  }
}
