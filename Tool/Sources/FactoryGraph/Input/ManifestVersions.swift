// Factory, MIT licence; see LICENSE
//
// Which of the manifests in a folder SwiftPM reads.
/// The manifests of a package: `Package.swift`, and those for some versions of Swift, such as
/// `Package@swift-6.0.swift`.
struct ManifestVersions {
  private struct Specific {
    var version: ToolsVersion
    /// The version as the file's name has it.
    var text: String
    var facts: FileFacts
  }

  private var plain: FileFacts?
  /// The newest one first.
  private var specific: [Specific] = []

  mutating func add(_ facts: FileFacts, fileName: some StringProtocol) {
    let (prefix, suffix) = ("Package@swift-", ".swift")
    if fileName == "Package.swift" {
      plain = facts
    } else if fileName.hasPrefix(prefix), fileName.hasSuffix(suffix) {
      let text = String(fileName.dropFirst(prefix.count).dropLast(suffix.count))
      guard let version = ToolsVersion(text) else { return }
      specific.append(Specific(version: version, text: text, facts: facts))
      specific.sort { $0.version > $1.version }
    }
  }

  /// The manifests that SwiftPM may read: the one for the Swift of this tool, and those that a newer
  /// Swift prefers, because the tool may be older than the Swift that builds the program.
  func readable() -> [FileFacts] {
    let newer = specific.map(\.version).filter { $0 > ToolsVersion.own }
    let read = ([ToolsVersion.own] + newer).map { manifest(for: $0) }
    let names = Set(read)
    let chosen = specific.filter { names.contains($0.text) }.map(\.facts)
    return names.contains(nil) ? chosen + [plain].compactMap { $0 } : chosen
  }

  /// The text of the version that one version of SwiftPM reads; nil for the plain manifest.
  private func manifest(for version: ToolsVersion) -> String? {
    // A name without the last numbers is for all versions that begin with the others.
    let names = [
      "\(version.major).\(version.minor).\(version.patch)", "\(version.major).\(version.minor)",
      "\(version.major)",
    ]
    for name in names where specific.contains(where: { $0.text == name }) { return name }
    guard let newest = specific.first(where: { $0.version <= version }) else { return nil }
    guard let plain else { return newest.text }
    let own = newest.facts.toolsVersion ?? .unstated
    let other = plain.toolsVersion ?? .unstated
    // The one that states the newer tools, if this version has them.
    return own > other || other > version ? newest.text : nil
  }
}
