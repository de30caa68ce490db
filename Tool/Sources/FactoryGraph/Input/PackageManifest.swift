// Factory, MIT licence; see LICENSE
//
// Reads the targets of a package from its manifest, without running it.
/// A package's targets, as its manifest states them.
public struct PackageManifest: Codable, Sendable {
  public struct Target: Codable, Sendable, Equatable {
    public enum Kind: String, Codable, Sendable { case library, executable, test, plugin, macro }

    public var name: String
    public var kind: Kind
    /// The folders in which its sources may be, relative to the package: the first one that has
    /// files is the target's.
    public var paths: [String]
    /// The files and folders that it leaves out, and those that it is limited to, relative to its
    /// folder.
    public var exclude: [String] = []
    public var sources: [String] = []
    /// The names of the targets and products that it depends on.
    public var dependencies: [String]
  }

  public var name: String?
  public var targets: [Target] = []
  /// Whether it makes targets in a way that cannot be read.
  public var hasOtherTargets = false
  /// The products, by name, with the targets that they consist of.
  public var products: [String: [String]] = [:]

  /// Reads a manifest. Targets that it makes in another way than by calling `.target` and the other
  /// functions with literals are left out.
  public init(_ facts: FileFacts) {
    hasOtherTargets = !facts.syntaxErrors.isEmpty
    for chain in facts.chains {
      guard let link = chain.links.last, let call = link.call else { continue }
      // `.target(…)`, or `Target.target(…)`.
      let isTarget = chain.root == .implicit || chain.root == .name("Target")
      if isTarget, chain.links.count == 1, let function = link.name {
        read(function, call, facts)
      }
      if chain.root == .name("Package"), chain.links.count == 1 {
        name = string(call.argument("name"), facts)
      }
    }
    // The only target of a kind may have its sources in `Sources` or `Tests` itself.
    for kinds in [[.test], [.plugin], [.library, .executable, .macro]] as [Set<Target.Kind>] {
      let own = targets.indices.filter { kinds.contains(targets[$0].kind) }
      guard own.count == 1 else { continue }
      let target = targets[own[0]]
      let folders = Self.folders(of: target.kind)
      if target.paths == folders.map({ "\($0)/\(target.name)" }) {
        targets[own[0]].paths += kinds == [.test] ? ["Tests"] : folders
      }
    }
  }

  /// What several manifests of a package have in common, of which SwiftPM reads one.
  init(common manifests: [PackageManifest]) {
    self = manifests[0]
    for other in manifests.dropFirst() {
      let known = targets.count
      targets.removeAll { !other.targets.contains($0) }
      hasOtherTargets =
        hasOtherTargets || other.hasOtherTargets || targets.count != known
        || targets.count != other.targets.count
      products = products.filter { other.products[$0.key] == $0.value }
      if name != other.name { name = nil }
    }
  }

  /// The folders in which SwiftPM looks for a target.
  private static func folders(of kind: Target.Kind) -> [String] {
    let sources = ["Sources", "Source", "src", "srcs"]
    return switch kind {
    case .test: ["Tests"] + sources
    case .plugin: ["Plugins"]
    case .library, .executable, .macro: sources
    }
  }

  private mutating func read(_ function: String, _ call: Call, _ facts: FileFacts) {
    guard let name = string(call.argument("name"), facts) else {
      let isTarget = function.hasSuffix("arget") && call.argument("name") != nil
      if isTarget, !isInsideTarget(call, facts) { hasOtherTargets = true }
      return
    }
    if function == "library" || function == "executable" && call.argument("targets") != nil {
      products[name] = strings(within: call.argument("targets"), facts)
      return
    }
    let kinds: [String: Target.Kind] = [
      "target": .library, "executableTarget": .executable, "testTarget": .test,
      "plugin": .plugin, "macro": .macro,
    ]
    // A dependency, such as `.target(name: "Core")`, stands inside of another target.
    guard let kind = kinds[function], !isInsideTarget(call, facts) else { return }
    if targets.contains(where: { $0.name == name }) { return }
    // The default folders are not those of a target whose own folder is not known.
    guard let paths = paths(of: call, name, kind, facts),
      let exclude = list(call.argument("exclude"), facts),
      let sources = list(call.argument("sources"), facts)
    else {
      hasOtherTargets = true
      return
    }
    targets.append(
      Target(
        name: name, kind: kind, paths: paths, exclude: exclude, sources: sources,
        dependencies: dependencies(call.argument("dependencies"), facts)))
  }

  /// The folders that a target may have; nil if it names one that cannot be read.
  private func paths(
    of call: Call, _ name: String, _ kind: Target.Kind, _ facts: FileFacts
  ) -> [String]? {
    guard let path = call.argument("path"), path.literal != .null else {
      return Self.folders(of: kind).map { "\($0)/\(name)" }
    }
    return string(path, facts).map { [$0] }
  }

  /// The strings of a list of literals and constants; nil if it has something else.
  private func list(_ argument: CallArgument?, _ facts: FileFacts) -> [String]? {
    guard let argument, argument.literal != .null else { return [] }
    // An operator is not read, so that its operands are not all that the list has.
    if argument.literal == nil, argument.chain == nil { return nil }
    let expressions = ManifestExpressions(facts: facts)
    var range = argument.range
    if let chain = argument.chain.map({ facts.chains[$0] }), let value = expressions.constant(chain)
    {
      range = value
    }
    return expressions.strings(in: range)
  }

  private func string(_ argument: CallArgument?, _ facts: FileFacts) -> String? {
    ManifestExpressions(facts: facts).string(argument)
  }

  /// The strings and the names of products and targets within an argument.
  private func dependencies(_ argument: CallArgument?, _ facts: FileFacts) -> [String] {
    guard let argument else { return [] }
    var names: [String] = []
    for chain in facts.chains where argument.range.contains(chain.range) {
      if case .string(let name) = chain.root, chain.links.isEmpty,
        !isArgument(chain, of: facts, within: argument)
      {
        names.append(name)
      }
      if chain.root == .implicit, let call = chain.links.last?.call,
        let name = string(call.argument("name"), facts)
      {
        names.append(name)
      }
    }
    return names
  }

  private func strings(within argument: CallArgument?, _ facts: FileFacts) -> [String] {
    dependencies(argument, facts)
  }

  /// Whether a string is an argument of a call within the list.
  private func isArgument(_ chain: Chain, of facts: FileFacts, within outer: CallArgument) -> Bool {
    facts.chains.contains { other in
      // A list that has no members is a chain too.
      (other.root != .collection || !other.links.isEmpty)
        && outer.range.contains(other.range) && other.range != chain.range
        && other.range.contains(chain.range)
    }
  }

  private func isInsideTarget(_ call: Call, _ facts: FileFacts) -> Bool {
    guard let own = call.arguments.first?.range else { return false }
    return facts.chains.contains { chain in
      chain.links.contains { link in
        link.call?.argument("dependencies")?.range.contains(own) ?? false
      }
    }
  }
}

extension PlaceRange {
  public func contains(_ other: PlaceRange) -> Bool { start <= other.start && other.end <= end }
  public func contains(_ place: Place) -> Bool { start <= place && place < end }
}
