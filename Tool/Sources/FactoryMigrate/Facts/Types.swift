// Factory, MIT licence; see LICENSE
//
// The types of the program as one file names them, and the signatures of their members.
import FactoryGraph
import SwiftSyntax

struct ParameterFact {
  var label: String?
  /// Empty if the syntax does not tell.
  var type: String
  var hasDefault: Bool
}

struct Types {
  unowned let program: Program
  let file: FileIndex
  /// The type whose members are named without it, with the types around it: `Outer.Inner`. Empty at the
  /// top level.
  var outer = ""

  private var names: DeclaredNames { program.names }

  /// The type that the program declares or extends.
  subscript(name: String) -> TypeDeclaration? {
    names.type(String(name.prefix { $0 != "<" }), in: outer, from: file)
  }

  /// The type, if the program declares it.
  func declared(_ name: String) -> TypeDeclaration? {
    self[name].flatMap { $0.module == nil ? nil : $0 }
  }

  /// Whether the program declares something with the name at the top level.
  func declares(_ name: String) -> Bool {
    declared(name) != nil || !names.globals(name, from: file).isEmpty
  }

  /// A text that is the same wherever the program names the same type.
  func identity(of name: String) -> String {
    guard let type = declared(name), let module = type.module else { return name }
    let file = type.isPrivate ? program.file(of: type.parts[0])?.path ?? "" : ""
    return "\(program.modules[module].name).\(type.name)\(file)"
  }

  // MARK: Members

  /// The type of a function or variable at the top level; nil if there are several.
  func global(_ name: String) -> String? { type(of: names.globals(name, from: file)) }

  /// Whether a type declares a property, function or type itself.
  func declares(_ name: String, in type: String) -> Bool {
    guard let owner = self[type] else { return false }
    return names.members(of: owner).contains { $0.name == name }
      || names.type("\(owner.name).\(name)", from: file) != nil
  }

  /// The type of a member as other code writes it; nil if it is not known.
  func member(_ name: String, of type: String) -> String? {
    guard let type = self[type] else { return nil }
    return ([type] + names.ancestors(of: type)).lazy.compactMap { owner in
      self.type(of: names.members(of: owner).filter { $0.name == name }).map {
        outside($0, owner)
      }
    }.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  private func type(of members: [MemberDeclaration]) -> String? {
    let types = Set(members.map { $0.type ?? constructed($0) })
    return types.count == 1 ? types.first! : nil
  }

  /// The binding of a property.
  private func binding(_ member: MemberDeclaration) -> PatternBindingSyntax? {
    program.token(at: member.location)?.ancestor(PatternBindingSyntax.self)
  }

  /// `X` of `let x = X()`.
  private func constructed(_ member: MemberDeclaration) -> String? {
    member.isFunction
      ? nil : binding(member)?.initializer.flatMap { Inference.literalOrConstruction($0.value) }
  }

  // MARK: Initialisers

  /// The parameters of each initialiser, also of the memberwise one.
  private func initializers(of type: TypeDeclaration) -> [[ParameterFact]] {
    let members = names.members(of: type)
    let declared = members.filter(\.isInitializer).map { member in
      member.parameters.map {
        ParameterFact(label: $0.label, type: outside($0.type, type), hasDefault: $0.hasDefault)
      }
    }
    guard declared.isEmpty, type.isStruct else { return declared }
    return [
      members.filter { $0.isStored && !$0.isStatic }.compactMap { member in
        let binding = binding(member)
        let hasValue = binding?.initializer != nil
        let keyword = binding?.ancestor(VariableDeclSyntax.self)?.bindingSpecifier.text
        if hasValue, keyword == "let" { return nil }
        let written = member.type ?? constructed(member) ?? ""
        return ParameterFact(
          label: member.name, type: outside(written, type), hasDefault: hasValue)
      }
    ]
  }

  /// The types of the parameters of the initialiser that has these labels; empty if one depends on
  /// generic parameters.
  func initializer(of name: String, labels: [String?]) -> [String]? {
    guard let type = self[name] else { return nil }
    return initializer(of: type, labels)
  }

  private func initializer(of type: TypeDeclaration, _ labels: [String?]) -> [String]? {
    let candidates = initializers(of: type)
    let found = candidates.compactMap { Self.match($0, labels) }
    if candidates.isEmpty, type.isClass {
      return names.ancestors(of: type).first(where: \.isClass)
        .flatMap { initializer(of: $0, labels) }
    }
    return Set(found).count == 1 ? found.first : nil
  }

  private static func match(_ parameters: [ParameterFact], _ labels: [String?]) -> [String]? {
    var types: [String] = []
    var next = parameters[...]
    for label in labels {
      while let first = next.first, first.label != label {
        guard first.hasDefault else { return nil }
        next = next.dropFirst()
      }
      guard let first = next.popFirst() else { return nil }
      types.append(first.type)
    }
    return next.allSatisfy(\.hasDefault) ? types : nil
  }

  // MARK: Types

  /// A type in a declaration as other code writes it: `Settings.Sms` for `Sms` in `Settings`. Empty if
  /// it depends on generic parameters.
  private func outside(_ type: String, _ owner: TypeDeclaration) -> String {
    var type = type
    for attribute in ["@escaping ", "@autoclosure "] where type.hasPrefix(attribute) {
      type.removeFirst(attribute.count)
    }
    guard TypeSpelling.words(of: type).isDisjoint(with: program.generics(of: owner)) else {
      return ""
    }
    var result = ""
    var rest = type[...]
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if word.isEmpty {
        result.append(rest.removeFirst())
      } else {
        let isMember = result.last == "."
        result += isMember || !first.isUppercase ? String(word) : qualified(String(word), owner)
        rest = rest.dropFirst(word.count)
      }
    }
    return result
  }

  private func qualified(_ word: String, _ owner: TypeDeclaration) -> String {
    guard let place = owner.parts.first else { return word }
    for outer in owner.name.withTypesAround {
      let inner = "\(outer).\(word)"
      if let target = names.target(ofAlias: inner, from: place.file) { return target }
      if names.type(inner, from: place.file) != nil { return inner }
    }
    return word
  }

  /// Whether only its file sees a type that a type is made of.
  func isPrivate(_ type: String) -> Bool {
    TypeSpelling.words(of: type).contains { declared($0)?.isPrivate == true }
  }

  // MARK: Isolation

  /// Whether a type is isolated to the main actor, itself or as what it inherits from is.
  func isMainActor(_ name: String) -> Bool {
    if Self.mainActorTypes.contains(name) { return true }
    guard let type = self[name] else { return false }
    return ([type] + names.ancestors(of: type)).contains { type in
      type.attributes.contains("MainActor")
        || type.inherited.contains { base in
          // A base class of another package, which is one of a view if its name says so.
          Self.mainActorTypes.contains(base)
            || Self.isNamedLikeAView(base) && inside(type).declared(base) == nil
        }
    }
  }

  /// The types as a declaration names them.
  private func inside(_ type: TypeDeclaration) -> Types {
    Types(program: program, file: type.parts.first?.file ?? file, outer: type.name)
  }

  /// Those that SwiftUI, UIKit and AppKit isolate, and everything that inherits from them.
  static let mainActorTypes: Set<String> = [
    "App", "NSApplicationDelegate", "NSView", "NSViewController", "NSWindow", "NSWindowController",
    "Scene", "UIApplicationDelegate", "UINavigationController", "UIResponder",
    "UITabBarController", "UITableViewController", "UIView", "UIViewController", "UIWindow",
    "UIWindowSceneDelegate", "View", "ViewModifier",
  ]

  /// Whether a name ends as those of the classes that UIKit and AppKit isolate.
  private static func isNamedLikeAView(_ name: String) -> Bool {
    ["View", "ViewController", "Cell", "Control", "Window"].contains(where: name.hasSuffix)
  }
}
