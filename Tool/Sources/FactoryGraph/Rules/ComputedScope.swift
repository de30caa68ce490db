// Factory, MIT licence; see LICENSE
import SwiftSyntax

struct ComputedScope: Rule {
  let info = RuleInfo(
    "computed-scope", .error, "A custom scope that is not a constant",
    hasFix: true,
    example: """
      import FactoryKit

      extension Scope {
      -   static var session: Cached { Cached() }
      +   static let session = Cached()
      }
      """,
    why: """
      Each read of the property creates a new scope. No instance is ever found in its cache, and \
      the container retains every one of these scopes. A stored `static var` can be replaced, \
      and the instances that are cached in the old scope are then lost.

      Declare a `static let`. There is no reason to keep a computed scope, except in files for \
      Factory 1.x, which requires this form and where the rule is silent.
      """)

  func check(_ program: Program) -> [Finding] {
    program.files.indices.flatMap { file -> [Finding] in
      // 1.x prescribes `static var` for custom scopes.
      guard program.usesFactoryKit(file), !program.isLibraryItself(file),
        !program.mayUseFirstVersion(file)
      else { return [] }
      let facts = program.files[file].facts
      return facts.members.indices.compactMap { index in
        let member = facts.members[index]
        guard member.kind == .property, member.isStatic,
          member.storage == .computed || member.storage == .varStored,
          !member.attributes.contains(where: { $0.name == "TaskLocal" }),
          let owner = member.owner, isScope(member, in: facts.types[owner], facts),
          member.storage == .varStored || createsScope(member, facts)
        else { return nil }
        // Here, a constant may not compile.
        let place = noConstants(in: owner, file, program) == nil ? "" : " in 'extension Scope'"
        return Finding(
          Location(file, member.place),
          "the scope '\(member.name)' is not a constant. Declare it with 'static let'\(place).",
          fix: fix(member, file, program), noFix: obstacle(member, file, program))
      }
    }
  }

  private func isScope(_ member: MemberFact, in type: TypeFact, _ facts: FileFacts) -> Bool {
    let isInScope =
      ["Scope", "SharedContainer.Scope"].contains(type.name)
      || LibraryModules.kit.contains { type.name == "\($0).Scope" }
    if let name = member.type?.base {
      if name.hasPrefix("Scope.") {
        return ScopeName.types.contains(String(name.dropFirst(6)))
      }
      if isInScope { return ScopeName.types.contains(name) || name == "Scope" }
      guard name == "Scope" else { return false }
    }
    guard let value = member.value, facts.chains[value].links.last?.call != nil else {
      return false
    }
    let chain = facts.chains[value]
    if let name = chain.rootName, ScopeName.types.contains(name) { return isInScope }
    return chain.rootName == "Scope"
      && chain.links.first?.name.map { ScopeName.types.contains($0) } == true
  }

  /// Whether a getter calls an initialiser of a scope: one that returns a constant does not.
  private func createsScope(_ member: MemberFact, _ facts: FileFacts) -> Bool {
    guard let body = member.body else { return false }
    let range = facts.regions[body].range
    return facts.chains.contains { chain in
      guard range.contains(chain.range) else { return false }
      var names = chain.links.prefix { $0.call == nil }.compactMap(\.name)
      guard chain.links.indices.contains(names.count) else { return false }
      if let last = chain.links[names.count].name { names.append(last) }
      if chain.root == .implicit, names == ["init"] { return true }
      let path = (chain.rootName.map { [$0] } ?? []) + names
      return path.contains { ScopeName.types.contains($0) }
    }
  }

  private func fix(
    _ member: MemberFact, _ file: FileIndex, _ program: Program
  ) -> (message: String, edits: [Finding.Edit])? {
    if obstacle(member, file, program) != nil { return nil }
    let source = program.source(of: file)
    guard let (property, binding) = source.property(at: member.place) else { return nil }
    var edits = [source.replace(property.bindingSpecifier, by: "let")]
    if let block = binding.accessorBlock, let value = member.value {
      let expression = program.chain(Reference(file, value)).range
      edits += [
        source.replace(from: source.place(block), to: expression.start, by: "= "),
        source.replace(from: expression.end, to: source.end(of: block), by: ""),
      ]
    }
    return ("Make the scope a constant", edits)
  }

  /// Why there is no fix: a constant has no setter, and classes have no constants of `class`. Nil if
  /// there is one.
  private func obstacle(
    _ member: MemberFact, _ file: FileIndex, _ program: Program
  ) -> String? {
    if member.modifiers.contains("class") { return "subclasses may override it" }
    if let owner = member.owner, let reason = noConstants(in: owner, file, program) {
      return reason
    }
    if let obstacle = program.obstacle(toChanging: member, in: file) { return obstacle }
    let isComputed = member.storage != .varStored
    return isComputed && (member.value == nil || member.body == nil)
      ? "its getter has more than one expression" : nil
  }

  /// Why a type, or one around it, cannot have constants that are static; nil if it can.
  private func noConstants(
    in type: Int, _ file: FileIndex, _ program: Program
  ) -> String? {
    let parts = program.files[file].facts.types[type].name.split(separator: ".")
    for count in parts.indices.map({ $0 + 1 }) {
      let name = parts.prefix(count).joined(separator: ".")
      // The module in front of a type of the library.
      if LibraryModules.declaring.contains(name) { continue }
      guard let index = program.types.find(name, from: file, isWhole: true) else { continue }
      let found = program.types.types[index]
      if found.parts.contains(where: { program.fact(of: $0).isGeneric }) {
        return "the generic type '\(found.name)' cannot have static constants"
      }
      switch found.kind {
      case .protocol: return "an extension of the protocol '\(found.name)' cannot have constants"
      case .class, .actor, .struct, .enum: continue
      case .extension: break
      }
      // The library's `Scope` and its subclasses, and its container.
      if ["Scope", "Container"].contains(String(found.name.prefix { $0 != "." })) { continue }
      if found.name == "SharedContainer" {
        return "an extension of the protocol 'SharedContainer' cannot have constants"
      }
      if found.name.hasPrefix("SharedContainer.") { continue }
      return "'\(found.name)' is declared elsewhere, and may be a protocol or a generic type"
    }
    return nil
  }
}
