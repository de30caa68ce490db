// Factory, MIT licence; see LICENSE
//
// Looks for the registrations, assemblies and containers of a file that uses Swinject.
import SwiftSyntax

struct SwinjectFinder {
  let registrations: [Registration]
  private(set) var assembling: [FunctionDeclSyntax] = []
  private(set) var assemblers: Set<String> = []
  private(set) var instances: Set<String> = []
  private(set) var locators: Set<String> = []
  private(set) var defaultScopes: [DefaultScope.Statement] = []
  private(set) var functions: [(name: String, does: ContainerFunction)] = []

  private let file: ParsedFile

  init(_ file: ParsedFile) {
    self.file = file
    registrations = file.registrations { Registration(swinject: $0, in: file) }
    // What is in a registration belongs to it.
    let inside = Set(registrations.map { Syntax($0.expression).id })
    for node in file.tree.nodes(Syntax.self, skipping: { inside.contains($0.id) }) {
      switch node.as(SyntaxEnum.self) {
      case .functionCallExpr(let call)
      where call.makesContainer(in: file) && !inside.contains(call.id):
        let scope = call.argument("defaultObjectScope")?.expression
        defaultScopes.append((scope.map(\.memberName) ?? "graph", file))
      case .functionDecl(let function): read(function)
      case .functionParameter(let parameter):
        read((parameter.secondName ?? parameter.firstName).plain, parameter.type)
      case .closureParameter(let parameter):
        if let type = parameter.type {
          read((parameter.secondName ?? parameter.firstName).plain, type)
        }
      case .patternBinding(let binding): read(binding)
      default: break
      }
    }
  }

  private mutating func read(_ function: FunctionDeclSyntax) {
    if function.isAssembling { assembling.append(function) }
    if let does = function.containerFunction { functions.append((function.name.plain, does)) }
    let type = function.signature.parameterClause.parameters.first?.type.trimmedDescription
    if function.name.text == "resolve", type?.hasSuffix(".Type") == true,
      let locator = function.enclosingTypes.first, !["Container", "Resolver"].contains(locator)
    {
      locators.insert(locator)
    }
  }

  private mutating func read(_ binding: PatternBindingSyntax) {
    let name = binding.pattern.trimmedDescription
    let value = binding.initializer?.value
    let call = value?.as(FunctionCallExprSyntax.self)
    if let call, let made = call.madeType(in: file) { read(name, made, at: call) }
    if ["resolver", "synchronize"].contains(value?.memberName ?? call?.calledExpression.memberName)
    {
      read(name, "Resolver", at: binding)
    }
    if let type = binding.typeAnnotation?.type { read(name, type) }
  }

  private mutating func read(_ name: String, _ type: TypeSyntax) {
    read(name, type.trimmedDescription, at: type)
  }

  private mutating func read(_ name: String, _ type: String, at node: some SyntaxProtocol) {
    var type = TypeSpelling.withoutOptional(TypeSpelling.normalised(type))
    if type.hasPrefix("Swinject.") {
      type.removeFirst("Swinject.".count)
    } else if file.hasOwn(type, at: node) {
      return
    }
    switch type {
    case "Assembler": assemblers.insert(name)
    case "Container", "Resolver": instances.insert(name)
    default: break
    }
  }
}

extension FunctionCallExprSyntax {
  /// Swinject's `Container` of `Container(…)`, `Container.init(…)` and `Swinject.Container(…)`.
  func madeType(in file: ParsedFile) -> String? {
    guard var path = calledExpression.path else { return nil }
    if path.last == "init" { path.removeLast() }
    let isQualified = path.first == "Swinject"
    if isQualified { path.removeFirst() }
    guard path.count == 1, ["Container", "Assembler"].contains(path[0]),
      isQualified || !file.hasOwn(path[0], at: self)
    else { return nil }
    return path[0]
  }

  /// Whether it makes a container, or an assembler that is not given one.
  fileprivate func makesContainer(in file: ParsedFile) -> Bool {
    if argument("defaultObjectScope") != nil { return true }
    switch madeType(in: file) {
    case "Container": return true
    case "Assembler": return argument("container") == nil
    default: return false
    }
  }
}
