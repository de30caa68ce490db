// Factory, MIT licence; see LICENSE
//
// Which version of Factory a program has: what SwiftPM or Xcode has resolved, or else what a manifest
// or a project requires.
import Foundation

/// The first number of Factory's version, by what states it. Each is nil if it does not say so, such
/// as for a branch.
enum LibraryVersion {
  /// Of `Package.resolved`, in each of its formats.
  static func major(resolved data: Data) -> Int? {
    guard let root = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      return nil
    }
    let list = root["pins"] ?? (root["object"] as? [String: Any])?["pins"]
    let versions = (list as? [[String: Any]] ?? []).compactMap { pin -> Int? in
      guard let location = (pin["location"] ?? pin["repositoryURL"]) as? String, isFactory(location)
      else { return nil }
      return ((pin["state"] as? [String: Any])?["version"] as? String).flatMap { major($0) }
    }
    return versions.min()
  }

  /// Of a manifest: `.package(url: "…/Factory", from: "2.5.0")` and the other forms of versions, and
  /// Tuist's `.remote(url: "…/Factory", requirement: .upToNextMajor(from: "2.5.0"))`.
  static func major(manifest facts: FileFacts) -> Int? {
    facts.chains.compactMap { chain -> Int? in
      guard let link = chain.links.last, ["package", "remote"].contains(link.name),
        let call = link.call, let argument = call.argument("url"),
        let url = strings(in: argument, facts).first,
        isFactory(url)
      else { return nil }
      let others = call.arguments.filter {
        !["url", "name", "branch", "revision", "traits"].contains($0.label)
      }
      let texts = others.flatMap { strings(in: $0, facts) }
      return texts.first.flatMap { major(from: $0, to: texts.count > 1 ? texts.last : nil) }
    }.min()
  }

  /// Of a project: the requirement of a reference to a remote package.
  static func major(reference: PropertyList) -> Int? {
    guard reference["isa"]?.string == "XCRemoteSwiftPackageReference",
      let url = reference["repositoryURL"]?.string, isFactory(url),
      let requirement = reference["requirement"],
      let first = (requirement["minimumVersion"] ?? requirement["version"])?.string
    else { return nil }
    return major(from: first, to: requirement["maximumVersion"]?.string)
  }

  /// Whether an address is that of Factory, or of a copy of its repository.
  static func isFactory(_ address: String) -> Bool {
    let name = address.split(separator: "/").last?.split(separator: ":").last ?? ""
    return ["factory", "factory.git"].contains(name.lowercased())
  }

  /// The number that all versions of a range begin with; nil if they differ.
  private static func major(from first: String, to end: String?) -> Int? {
    guard let lowest = major(first) else { return nil }
    guard let end, let highest = major(end) else { return lowest }
    // A range to 3.0.0 does not contain it.
    let isNext =
      highest == lowest + 1 && end.split(separator: ".").dropFirst().allSatisfy { $0 == "0" }
    return highest == lowest || isNext ? lowest : nil
  }

  static func major(_ version: String) -> Int? {
    version.split(separator: ".").first.flatMap { Int($0) }
  }

  /// The texts that an argument is or contains, in order.
  private static func strings(in argument: CallArgument, _ facts: FileFacts) -> [String] {
    facts.chains.filter { argument.range.contains($0.range) }
      .sorted { $0.place < $1.place }
      .compactMap { chain in
        if case .string(let text) = chain.root, chain.links.isEmpty { text } else { nil }
      }
  }
}
