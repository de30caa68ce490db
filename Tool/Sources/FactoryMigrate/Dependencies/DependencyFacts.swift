// Factory, MIT licence; see LICENSE
//
// The keys of a program that uses swift-dependencies, and the values that it reads by them.
import FactoryGraph
import SwiftSyntax

/// One of a key's values: `static let liveValue = X()`.
struct DependencyValue {
  var file: ParsedFile
  var variable: VariableDeclSyntax
  /// The expression, if there is only one.
  var expression: ExprSyntax?
  var type: String?
  /// Whether it lets a test fail that uses it: `unimplemented(…)`, or a client without closures.
  var isUnimplemented = false
  /// Whether `#if` chooses between several, so that only its name can be used.
  var isConditional = false
  /// What must be true for it to be compiled. Nil for something that no condition can repeat, such as
  /// `#else`.
  var conditions: [String?] = []
}

/// A type that conforms to `DependencyKey` or `TestDependencyKey`.
struct DependencyKeyFact {
  /// With the types around it: `Clients.Mail`.
  var name: String
  var values: [String: DependencyValue] = [:]
  /// The declaration, if the type is declared only to be a key.
  var declaration: DeclSyntax?
  var file: ParsedFile?
  /// Whether a declaration that was read says that it is a key.
  var isKey = false
  /// Whether an extension has the conformance or a value, so that the type may have other uses.
  var isExtension = false

  /// Whether tests get the value of previews, because there is none for tests.
  var testsGetPreviewValue: Bool {
    values["testValue"] == nil && values["previewValue"] != nil
  }

  /// Whether a test fails that uses it, because there is no value for tests.
  var failsTests: Bool {
    values["liveValue"] != nil && values["testValue"] == nil && values["previewValue"] == nil
  }

  /// The values of contexts: of tests, unless it lets them fail, and of previews, unless it is the
  /// live value.
  var contexts: [(modifier: String, name: String, value: DependencyValue)] {
    [
      ("onTest", testsGetPreviewValue ? "previewValue" : "testValue"),
      ("onPreview", "previewValue"),
    ].compactMap { modifier, name in
      values[name].flatMap {
        if name == "testValue", $0.isUnimplemented { return nil }
        // A strict test reports the live value, so tests need one of their own.
        return modifier == "onPreview" && repeatsLiveValue($0) ? nil : (modifier, name, $0)
      }
    }
  }

  /// Whether a value is written as the live one is.
  private func repeatsLiveValue(_ value: DependencyValue) -> Bool {
    guard let live = values["liveValue"], let expression = value.expression,
      !live.isConditional, !value.isConditional
    else { return false }
    let text = expression.trimmedDescription
    return text == "liveValue" || text == live.expression?.trimmedDescription
  }
}

/// `var x: T { get { self[Key.self] } … }`.
struct DependencyProperty {
  var name: String
  var type: String
  /// The identity of the key, and its name as the property writes it.
  var key: String
  var keyName: String
  var file: ParsedFile
  var variable: VariableDeclSyntax
}

/// The dependencies of some files. Keys have the identities that `Types` gives types.
final class DependencyFacts {
  private(set) var keys: [String: DependencyKeyFact] = [:]
  private(set) var properties: [DependencyProperty] = []
  /// The names of factories by key, also for keys without a property.
  private(set) var names: [String: String] = [:]
  /// The types with `@DependencyClient`.
  private(set) var clients: Set<String> = []
  /// The dependencies of which overrides change a member, by the module of these overrides.
  private var changed: [ModuleIndex: Set<String>] = [:]
  /// The types that are named as `X.self`, as in `@Dependency(X.self)`.
  private var metatypes: Set<String> = []
  /// How often the program names each type.
  private var uses: [String: Int] = [:]
  private let program: Program

  init(_ program: Program, _ files: [ParsedFile]) {
    self.program = program
    for file in files {
      let finder = DependencyFinder.read(file)
      for (id, fact) in finder.keys {
        var known = keys[id] ?? DependencyKeyFact(name: fact.name)
        known.values.merge(fact.values) { first, _ in first }
        if let declaration = fact.declaration {
          known.declaration = declaration
          known.file = file
        }
        if fact.isExtension { known.isExtension = true }
        if fact.isKey { known.isKey = true }
        keys[id] = known
      }
      properties += finder.properties
      changed[file.module, default: []].formUnion(file.changedDependencies)
      clients.formUnion(finder.clients)
      metatypes.formUnion(
        file.tree.nodes(MemberAccessExprSyntax.self).compactMap { node in
          (ExprSyntax(node).metatype?.trimmedDescription).map(file.types(at: node).identity)
        })
      for token in file.tree.tokens(viewMode: .sourceAccurate) {
        if case .identifier = token.tokenKind { uses[token.plain, default: 0] += 1 }
      }
    }
    keys = keys.filter(\.value.isKey)
    for property in properties { names[property.key] = property.name }
    let changed = changed.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    for key in keys.keys {
      for name in keys[key]!.values.keys {
        let value = keys[key]!.values[name]!
        keys[key]!.values[name]!.isUnimplemented = value.isUnimplemented(in: key, clients)
      }
    }
    // Tests change members of this value, so they need it.
    for property in properties where changed.contains(property.name) {
      keys[property.key]?.values["testValue"]?.isUnimplemented = false
    }
  }

  /// The dependencies without a value for tests of which the tests of a module change a member. The
  /// change starts from the live value, which a strict test reports.
  func liveInTests(of file: ParsedFile) -> [String] {
    (changed[file.module] ?? []).filter { name in
      if let property = property(named: name, in: file) {
        return keys[property.key]?.contexts.contains { $0.modifier == "onTest" } != true
      }
      return BuiltInDependencies.all[name].map { !$0.isFunction } ?? false
    }.sorted()
  }

  func property(_ key: String) -> DependencyProperty? { properties.first { $0.key == key } }

  /// The dependency that a file means by a name: another module may have one of the same name.
  func property(named name: String, in file: ParsedFile) -> DependencyProperty? {
    let found = properties.filter { $0.name == name && program.sees(file, $0.file) }
    return found.first { $0.file.module == file.module } ?? found.first
  }

  /// The name of a key's factory.
  func name(of key: String) -> String? {
    guard let fact = keys[key] else { return nil }
    return names[key] ?? TypeSpelling.factoryName(fact.name)
  }

  /// Whether a key without a property is read by its type, or may be read by other programs.
  func isReadByType(_ key: String) -> Bool {
    if metatypes.contains(key) { return true }
    return keys[key]?.values["liveValue"]?.variable.modifiers.contains {
      ["public", "package"].contains($0.name.text)
    } ?? false
  }

  /// The key of a factory, by the factory's name.
  func key(of name: String, in file: ParsedFile) -> DependencyKeyFact? {
    if let property = property(named: name, in: file) { return keys[property.key] }
    return keys.first { self.name(of: $0.key) == name }?.value
  }

  /// Whether the key can be removed when its values are written into the factory: it consists of
  /// them, and nothing but the property uses it.
  func isRemovable(_ id: String, from file: ParsedFile) -> Bool {
    guard let fact = keys[id], let declaration = fact.declaration, fact.file === file,
      !fact.isExtension, !fact.testsGetPreviewValue,
      let group = declaration.asProtocol((any DeclGroupSyntax).self),
      fact.values.values.allSatisfy({
        $0.expression != nil && !$0.usesItsType && !$0.isConditional && $0.conditions.isEmpty
      })
    else { return false }
    let key = fact.name
    let isPure = group.memberBlock.members.allSatisfy { member in
      if member.decl.is(TypeAliasDeclSyntax.self) { return true }
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { return false }
      return fact.values.values.contains { $0.variable.id == variable.id }
    }
    let property = property(id)
    let inProperty =
      property?.variable.tokens(viewMode: .sourceAccurate).count { $0.plain == key } ?? 0
    let inDeclaration = declaration.tokens(viewMode: .sourceAccurate).count { $0.plain == key }
    return isPure && property != nil && uses[key] == inProperty + inDeclaration
  }
}

extension DependencyValue {
  var isOnMainActor: Bool { variable.attribute("MainActor") != nil || variable.isOnMainActor }

  /// Whether the expression says `Self`, which is another type elsewhere.
  var usesItsType: Bool {
    expression?.tokens(viewMode: .sourceAccurate).contains { $0.text == "Self" } == true
  }

  /// `unimplemented(…)` and the like, or `Self()` of a type whose macro gives each closure a default.
  ///
  /// - Parameters:
  ///   - type: the identity of the type that has the value.
  ///   - clients: the identities of those with such a macro.
  fileprivate func isUnimplemented(in type: String, _ clients: Set<String>) -> Bool {
    guard let expression else { return false }
    if expression.trimmedDescription.lowercased().contains("unimplemented") { return true }
    guard let call = expression.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
      call.trailingClosure == nil, let made = Inference.literalOrConstruction(expression)
    else { return false }
    return clients.contains(made == "Self" ? type : file.types(at: call).identity(of: made))
  }
}

extension DependencyProperty {
  init?(_ decl: DeclSyntax, in file: ParsedFile) {
    guard let variable = decl.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
      let name = binding.name,
      let type = binding.typeAnnotation?.type.trimmedDescription,
      let accessors = binding.accessorBlock
    else { return nil }
    // The setter names the same one.
    let keys = accessors.nodes(SubscriptCallExprSyntax.self)
      .filter { $0.calledExpression.name == "self" }
      .compactMap { $0.arguments.first?.expression.metatype?.trimmedDescription }
    guard let key = keys.last else { return nil }
    self.init(
      name: name, type: type, key: file.types(at: variable).identity(of: key), keyName: key,
      file: file, variable: variable)
  }
}

extension SyntaxProtocol {
  /// Whether evaluating it throws or waits. What closures do is not counted.
  var isEffectful: Bool {
    nodes(ExprSyntax.self, skipping: { $0.is(ClosureExprSyntax.self) }).contains { node in
      node.is(AwaitExprSyntax.self)
        || node.as(TryExprSyntax.self).map { $0.questionOrExclamationMark == nil } == true
    }
  }
}

extension MemberBlockItemListSyntax {
  /// The members, also those within `#if`.
  var flattened: [MemberBlockItemSyntax] {
    flatMap { member -> [MemberBlockItemSyntax] in
      guard let config = member.decl.as(IfConfigDeclSyntax.self) else { return [member] }
      return config.clauses.flatMap { clause -> [MemberBlockItemSyntax] in
        guard case .decls(let members)? = clause.elements else { return [] }
        return members.flattened
      }
    }
  }
}

extension ExtensionDeclSyntax {
  var extendsDependencyValues: Bool {
    ["DependencyValues", "Dependencies.DependencyValues"]
      .contains(extendedType.trimmedDescription)
  }
}

extension InheritedTypeSyntax {
  var isDependencyKey: Bool {
    let name = type.trimmedDescription.split(separator: ".")
    return ["DependencyKey", "TestDependencyKey"].contains(name.last)
      && (name.count == 1 || name[0] == "Dependencies")
  }
}

extension DeclGroupSyntax {
  var conformsToDependencyKey: Bool {
    inheritanceClause?.inheritedTypes.contains(where: \.isDependencyKey) == true
  }
}
