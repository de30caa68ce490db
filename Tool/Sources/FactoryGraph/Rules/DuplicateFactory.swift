// Factory, MIT licence; see LICENSE
struct DuplicateFactory: Rule {
  let info = RuleInfo(
    "duplicate-factory", .error, "Two declarations of one container that are one factory",
    example: """
      import FactoryKit

      struct User { var id = 0 }
      struct Store { init(_ name: String) {} }

      extension Container {
      -   func store(_ id: Int) -> Factory<Store> { self { Store("id \\(id)") }.cached }
      -   func store(_ user: User) -> Factory<Store> { self { Store("user \\(user.id)") }.cached }
      +   func store(id: Int) -> Factory<Store> { self { Store("id \\(id)") }.cached }
      +   func store(of user: User) -> Factory<Store> { self { Store("user \\(user.id)") }.cached }
      }
      """,
    why: """
      The key of a factory is the name of its property or function with the labels, the file, and its \
      types. Overloads that differ in the types of their arguments have one key, as do a static and an \
      instance member of one name, subscripts, and factories with an equal `key:`. They share \
      registrations and instances: the one that is resolved first decides what all of them return.

      Rename one of them, or give it a `key:` of its own. There is no reason to keep both.

      Factories of different files without a `key:` are different factories, as are those of different \
      containers, alternatives of `#if`, private ones of two files, and overloads that differ in the \
      constraints of their extensions. Two equal declarations do not compile, and are not reported.
      """)

  /// A declaration in an extension of a container.
  private struct Declaration {
    var member: MemberReference
    var type: TypeExpression
    var product: Product
    /// A `key:`, or else the file and the name with labels, as `#function` has it.
    var key: Key
  }

  /// The type of the factory, and what it makes.
  private struct Product: Equatable {
    var factory: String
    var types: [TypeExpression]
  }

  private enum Key: Hashable {
    case explicit(String)
    case implicit(FileIndex, String)
  }

  func check(_ program: Program) -> [Finding] {
    program.containers.indices.flatMap { container -> [Finding] in
      let all = declarations(of: container, program)
      return Dictionary(grouping: all, by: \.key).values.flatMap { same -> [Finding] in
        let sorted = same.sorted { $0.member < $1.member }
        return sorted.indices.compactMap { index in
          sorted[..<index].first { isSame($0, sorted[index], program) }
            .map { finding(sorted[index], $0, program) }
        }
      }
    }
  }

  private func finding(
    _ later: Declaration, _ earlier: Declaration, _ program: Program
  ) -> Finding {
    let name = program.member(later.member).name
    let key = if case .explicit(let key) = later.key { "the key '\(key)'" } else { "one key" }
    return Finding(
      Location(later.member.file, program.member(later.member).place),
      "'\(name)' and '\(program.member(earlier.member).name)' are one factory with \(key) and the "
        + "type \(later.type.text), so they share registrations and instances. Rename one of them, "
        + "or give it a 'key:' of its own.",
      notes: [
        Finding.Note(
          Location(earlier.member.file, program.member(earlier.member).place), "the other one")
      ])
  }

  private func declarations(of container: ContainerIndex, _ program: Program) -> [Declaration] {
    let factories = program.factories(of: container).values.joined().compactMap {
      declaration(program.factories[$0], program)
    }
    let subscripts = program.ownMembers(
      named: "subscript", of: program.containers[container].type
    ).compactMap { subscripted($0, program) }
    return factories + subscripts
  }

  private func declaration(_ info: FactoryInfo, _ program: Program) -> Declaration? {
    guard info.builders.count == 1, !info.isOfFirstVersion else { return nil }
    let (file, member) = (info.member.file, program.member(info.member))
    // The key of a static constant has the name of its type, and not its own.
    if member.isStatic, member.storage != .computed { return nil }
    let builder = info.builders[0]
    let call = program.chain(Reference(file, builder.chain)).links[builder.link].call
    var key = Key.implicit(file, member.kind == .function ? member.nameWithLabels : member.name)
    if let argument = call?.argument("key") ?? call?.argument("name") {
      // One that is computed may be another one in each call.
      guard let chain = argument.chain, let text = program.text(Reference(file, chain)) else {
        return nil
      }
      key = argument.label == "key" ? .explicit(text) : .implicit(file, text)
    }
    let type = member.type.map { program.types.unaliased($0, from: file).type }
    return Declaration(
      member: info.member, type: type ?? info.type,
      product: Product(factory: info.typeName, types: type?.arguments ?? [info.type]), key: key)
  }

  private func subscripted(_ reference: MemberReference, _ program: Program) -> Declaration? {
    let member = program.member(reference)
    guard let type = member.type.map({ program.types.unaliased($0, from: reference.file).type }),
      FactoryTypes.all[type.name] != nil,
      let body = member.body,
      !program.lookup(in: reference.file).chains(in: body).contains(where: { chain in
        program.chain(Reference(reference.file, chain)).links
          .contains { $0.call?.argument("key") != nil }
      })
    else { return nil }
    return Declaration(
      member: reference, type: type, product: Product(factory: type.name, types: type.arguments),
      key: .implicit(reference.file, member.nameWithLabels))
  }

  private func isSame(_ one: Declaration, _ other: Declaration, _ program: Program) -> Bool {
    let (a, b) = (program.member(one.member), program.member(other.member))
    let modules = (
      program.files[one.member.file].module, program.files[other.member.file].module
    )
    guard one.product == other.product, program.areLinked(modules.0, modules.1),
      program.constraints(ofExtension: one.member)
        == program.constraints(ofExtension: other.member),
      !program.areConditional(
        Reference(one.member.file, a.region), Reference(other.member.file, b.region)),
      // The types may be private, or generic parameters.
      one.type.names.allSatisfy({ name in
        !a.constraints.contains(name) && !b.constraints.contains(name)
          && program.types.find(name, from: one.member.file)
            == program.types.find(name, from: other.member.file)
      })
    else { return false }
    if one.member.file == other.member.file { return !a.isRedeclaration(of: b) }
    return !program.access(of: one.member).isPrivate && !program.access(of: other.member).isPrivate
      && !(modules.0 == modules.1 && a.isRedeclaration(of: b))
  }
}

extension Program {
  fileprivate func constraints(ofExtension reference: MemberReference) -> String {
    member(reference).owner.map { files[reference.file].facts.types[$0].constraints } ?? ""
  }
}

extension MemberFact {
  /// The name as `#function` has it.
  fileprivate var nameWithLabels: String {
    let labels = parameters.map { parameter in
      // A subscript's parameter has a label only if it has two names.
      kind == .subscripted && parameter.label == parameter.name ? "_" : parameter.label ?? "_"
    }
    return "\(name)(\(labels.map { $0 + ":" }.joined()))"
  }

  /// Whether the compiler accepts only one of the two.
  fileprivate func isRedeclaration(of other: MemberFact) -> Bool {
    name == other.name && kind == other.kind && isStatic == other.isStatic
      && parameters.map(\.label) == other.parameters.map(\.label)
      && parameters.map(\.type) == other.parameters.map(\.type)
      && constraints == other.constraints
  }
}
