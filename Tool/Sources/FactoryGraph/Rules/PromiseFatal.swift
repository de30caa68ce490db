// Factory, MIT licence; see LICENSE
import SwiftSyntax

struct PromiseFatal: Rule {
  let info = RuleInfo(
    "promise-fatal", .warning, "A factory that only stops the program",
    hasFix: true,
    example: """
      import FactoryKit

      public protocol AccountLoading {}

      extension Container {
      -   public var accountLoader: Factory<(any AccountLoading)?> { self { fatalError() } }
      +   public var accountLoader: Factory<(any AccountLoading)?> { promised() }
      }
      """,
    why: """
      The factory expects another module to register it. If none does, the program stops, also \
      in release builds, and the message does not say what is missing.

      Write `promised()`. Without a registration, it stops debug builds with a message that \
      names the factory, and returns nil in release builds. If the product is not optional, \
      write `required()`, which stops all builds with such a message. `validate` finds both at \
      launch. Factory 2 has neither `required()` nor `validate`: make the product optional there.

      Keep it if resolving the factory is always a mistake, registered or not.
      """)

  func check(_ program: Program) -> [Finding] {
    program.factories.indices.compactMap { factory in
      guard let value = program.onlyValue(of: factory), let function = stops(value) else {
        return nil
      }
      let hasPromise = program.canBePromised(factory)
      let promise = hasPromise || !program.hasRequired(factory) ? "promised" : "required"
      let call = program.call(of: promise, replacing: factory)
      let message =
        "\(program.name(of: factory)) only calls \(function)(). "
        + (hasPromise || promise == "required"
          ? "Write '\(call)'" : "Make its product optional and write '\(call)'")
        + ", so that a missing registration is reported by name."
      if promise == "promised", !hasPromise {
        return Finding(program.location(of: factory), message, noFix: Self.hasNoPromise)
      }
      return Finding(
        program.location(of: factory), message,
        fix: program.replaceBuilder(of: factory, by: promise),
        noFix: Program.hasArguments)
    }
  }

  private static let hasNoPromise =
    "this version of Factory has promises of optional products only, and code that uses the product "
    + "would have to change"

  /// The function of `fatalError()`, also as `Swift.fatalError()`.
  private func stops(_ value: Chain) -> String? {
    guard let name = value.rootName, value.links.count == 1 else { return nil }
    let function = name == "Swift" ? value.links[0].name ?? "" : name
    return ["fatalError", "preconditionFailure"].contains(function) ? function : nil
  }
}

extension Program {
  /// The only expression of a factory's closure. Only members of a container's instances can be
  /// promises.
  func onlyValue(of factory: FactoryIndex) -> Chain? {
    let info = factories[factory]
    guard isOfInstance(factory), info.builders.count == 1, info.definition == .closure,
      info.closures.count == 1,
      let region = info.closures.first,
      case .closure(let closure) = files[info.member.file].facts.regions[region].kind
    else { return nil }
    return closure.value.map { chain(Reference(info.member.file, $0)) }
  }

  /// Whether `promised()` exists for a factory: an optional product, made at once.
  func canBePromised(_ factory: FactoryIndex) -> Bool {
    factories[factory].type.isOptional
      && ["Factory", "ParameterFactory"].contains(factories[factory].typeName)
  }

  /// Whether `required()` exists for a factory: in version 3, whose module has another name than that of
  /// the first versions.
  func hasRequired(_ factory: FactoryIndex) -> Bool {
    libraryVersion.map { $0 >= 3 } ?? !files[factories[factory].member.file].imports("Factory")
  }

  /// The call of `promised` or `required` that replaces a definition, for messages.
  func call(of promise: String, replacing factory: FactoryIndex) -> String {
    "\(promise)(\(identity(of: factory).map { "\($0): …" }.joined(separator: ", ")))"
  }

  /// The labels of arguments of a definition that tell its factory from others: `key` and `name`.
  private func identity(of factory: FactoryIndex) -> [String] {
    let info = factories[factory]
    let builder = info.builders[0]
    let call = chain(Reference(info.member.file, builder.chain)).links[builder.link].call
    return (call?.arguments ?? []).compactMap(\.label).filter { $0 == "key" || $0 == "name" }
  }

  /// Why `replaceBuilder` may have no result.
  static let hasArguments = "the arguments of the definition have to be kept"

  /// Replaces `self { … }` in a definition. Nil if the replacement needs its arguments as well.
  func replaceBuilder(of factory: FactoryIndex, by promise: String) -> (
    message: String, edits: [Finding.Edit]
  )? {
    guard identity(of: factory).isEmpty else { return nil }
    let info = factories[factory]
    let source = source(of: info.member.file)
    let closure = region(Reference(info.member.file, info.closures[0])).range.start
    return source.node(FunctionCallExprSyntax.self, at: closure)
      .map { ("Replace the closure by \(promise)()", [source.replace($0, by: "\(promise)()")]) }
  }
}
