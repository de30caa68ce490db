// Factory, MIT licence; see LICENSE
//
// Reads the files of a program, and finds out which module each of them belongs to.
import Foundation

/// Reads a program from files.
public struct ProgramLoader: Sendable {
  /// What could not be read, with the reason. The rest is analysed.
  public private(set) var problems: [String]
  public private(set) var files: [SourceFile] = []
  public private(set) var modules: [Module] = []
  /// The files that no target compiles. They are not part of the program.
  public private(set) var outside: [SourceFile] = []
  /// The first number of the version of Factory that the program has: the lowest, if its packages have
  /// several. Nil if no file says so.
  public private(set) var libraryVersion: Int?
  /// How many files were parsed. The cache had the others.
  public private(set) var parsed: Int
  /// Of the paths, contents and targets of all files; nil if one could not be read, or without a cache.
  let fingerprint: ContentHash?

  /// Reads the Swift files at some paths: files, folders and packages.
  ///
  /// - Parameters:
  ///   - jobs: how many files are read at a time.
  ///   - cache: has the facts of files that did not change since the last run, and gets those of
  ///     this one. A cache that cannot be written is one of the `problems`.
  ///   - isExcluded: whether a file is left out.
  ///   - targets: the targets of a file, if the plugin or the configuration lists targets.
  /// - Throws: `PathError` for a path that does not exist.
  public init(
    paths: [String], jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    cache: FactsCache? = nil, isExcluded: (String) -> Bool = { _ in false },
    targets listed: (@Sendable (String) -> [ListedTarget])? = nil,
    progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
  ) throws(PathError) {
    let tree = try SourceTree(paths: paths)
    let sources = tree.files.filter { !isExcluded($0.path) }
    problems = tree.problems
    let readings = Self.read(sources.map(\.path), jobs: jobs, cache, progress: progress)
    parsed = readings.count { $0.stored?.isNew ?? true }
    let projects = Self.readProjects(tree.projects, &problems)
    var read: [(file: SourceTree.File, facts: FileFacts)] = []
    for (file, reading) in zip(sources, readings) {
      switch reading.facts {
      case .success(let facts): read.append((file, facts))
      case .failure(let error): problems.append("\(error)")
      }
    }
    var targets = TargetFinder(read, projects: projects, listed: listed)
    for (file, facts) in read where !targets.isManifest(file, facts) {
      let modules = targets.modules(of: file)
      files += modules.map { SourceFile(path: file.path, module: $0, facts: facts) }
      if modules.isEmpty {
        outside.append(SourceFile(path: file.path, module: 0, facts: facts))
      }
    }
    modules = targets.linked(files)
    libraryVersion = Self.resolvedVersion(tree.resolved, &problems) ?? targets.libraryVersion
    let linked = modules.map {
      "\($0.name) \($0.kind) \($0.dependencies.sorted()) \($0.products.sorted())"
    }
    fingerprint = Self.fingerprint(
      sources, readings,
      others: tree.manifests + linked + files.map { "\($0.path) \($0.module)" }
        + ["Factory \(libraryVersion ?? 0)"])
    do {
      if let cache { try Self.store(readings, in: cache) }
    } catch {
      problems.append(
        "the cache was not written, so the next run reads all files again: "
          + error.reason)
    }
  }

  private static func readProjects(
    _ paths: [String], _ problems: inout [String]
  ) -> [(path: String, text: String)] {
    paths.compactMap { path in
      // An empty bundle is no project.
      guard FileManager.default.fileExists(atPath: "\(path)/project.pbxproj") else { return nil }
      do throws(FileError) {
        let data = try FileText.contents("\(path)/project.pbxproj")
        let text = String(decoding: data, as: UTF8.self)
        if XcodeProject(text, folder: ".") == nil {
          problems.append(
            "\(path)/project.pbxproj: cannot be understood, so its targets are unknown")
        }
        return (path, text)
      } catch {
        problems.append("\(error)")
        return nil
      }
    }
  }

  private static func resolvedVersion(_ paths: [String], _ problems: inout [String]) -> Int? {
    paths.compactMap { path in
      do throws(FileError) {
        return LibraryVersion.major(resolved: try FileText.contents(path))
      } catch {
        problems.append("\(error)")
        return nil
      }
    }.min()
  }

  /// What a thread has found out about a file.
  private struct Reading {
    var facts: Result<FileFacts, FileError>
    /// The facts as the cache stores them.
    var stored: (content: ContentHash, block: ArraySlice<UInt8>, isNew: Bool)?
  }

  private static func read(
    _ paths: [String], jobs: Int, _ cache: FactsCache?,
    progress: @escaping @Sendable (Int, Int) -> Void
  ) -> [Reading] {
    let readings = Readings(count: paths.count, progress)
    DeepStack.forEach(paths.count, jobs: jobs) { readings.set($0, reading(of: paths[$0], cache)) }
    return readings.all
  }

  private static func reading(of path: String, _ cache: FactsCache?) -> Reading {
    do {
      let data = try FileText.contents(path)
      let content = data.withUnsafeBytes { ContentHash($0) }
      if let (facts, block) = cache?.facts(of: content) {
        return Reading(facts: .success(facts), stored: (content, block, isNew: false))
      }
      let facts = FileFacts(parsing: try FileText.text(of: data, path))
      guard cache != nil else { return Reading(facts: .success(facts)) }
      var encoder = FactsEncoder()
      encoder.encode(facts)
      return Reading(facts: .success(facts), stored: (content, encoder.bytes[...], isNew: true))
    } catch {
      return Reading(facts: .failure(error))
    }
  }

  private static func fingerprint(
    _ files: [SourceTree.File], _ readings: [Reading], others: [String]
  ) -> ContentHash? {
    var text = others.joined(separator: "\n") + "\n\n"
    for (file, reading) in zip(files, readings) {
      guard let content = reading.stored?.content else { return nil }
      text += "\(file.path)\n\(file.package)\n\(content.hash) \(content.count)\n"
    }
    return ContentHash(text)
  }

  private static func store(_ readings: [Reading], in cache: FactsCache) throws {
    let stored = readings.compactMap(\.stored)
    let blocks = Dictionary(stored.map { ($0.content, $0.block) }) { first, _ in first }
    try cache.store(blocks, hasNew: stored.contains(where: \.isNew))
  }

  /// What the threads have found out. Each reads other files than the rest.
  private final class Readings: @unchecked Sendable {
    // Read and written with the lock held.
    private var elements: [Reading?]
    private var done = 0
    private let lock = NSLock()
    private let progress: @Sendable (Int, Int) -> Void

    init(count: Int, _ progress: @escaping @Sendable (Int, Int) -> Void) {
      elements = Array(repeating: nil, count: count)
      self.progress = progress
    }

    func set(_ index: Int, _ reading: Reading) {
      lock.lock()
      elements[index] = reading
      done += 1
      let (done, count) = (done, elements.count)
      lock.unlock()
      progress(done, count)
    }

    var all: [Reading] { elements.map { $0! } }
  }
}
