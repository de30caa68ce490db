// Factory, MIT licence; see LICENSE
//
// Reads the files of a program, and finds out which module each of them belongs to.
#if Tool
  import Foundation

  /// Reads a program from files.
  public struct ProgramLoader: Sendable {
    /// What could not be read, with the reason. The rest is analysed.
    public private(set) var problems: [String]
    public private(set) var files: [SourceFile] = []
    public private(set) var modules: [Module] = []

    /// Reads the Swift files at some paths: files, folders and packages.
    ///
    /// - Parameters:
    ///   - jobs: how many files are read at a time.
    ///   - isExcluded: whether a file is left out.
    /// - Throws: `PathError` for a path that does not exist.
    public init(
      paths: [String], jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
      isExcluded: (String) -> Bool = { _ in false },
      progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) throws(PathError) {
      let tree = try SourceTree(paths: paths)
      let sources = tree.files.filter { !isExcluded($0.path) }
      problems = tree.problems
      let results = Self.read(sources.map(\.path), jobs: jobs, progress: progress)
      var read: [(file: SourceTree.File, facts: FileFacts)] = []
      for (file, result) in zip(sources, results) {
        switch result {
        case .success(let facts): read.append((file, facts))
        case .failure(let error): problems.append("\(error)")
        }
      }
      var targets = TargetFinder(read)
      for (file, facts) in read where !targets.isManifest(file) {
        let module = targets.module(of: file)
        files.append(SourceFile(path: file.path, module: module, facts: facts))
      }
      modules = targets.linked(files)
    }

    private static func read(
      _ paths: [String], jobs: Int, progress: @escaping @Sendable (Int, Int) -> Void
    ) -> [Result<FileFacts, FileError>] {
      let results = Results(count: paths.count, progress)
      DeepStack.forEach(paths.count, jobs: jobs) { results.set($0, facts(of: paths[$0])) }
      return results.all
    }

    private static func facts(of path: String) -> Result<FileFacts, FileError> {
      do {
        return .success(FileFacts(parsing: try FileText.read(path)))
      } catch {
        return .failure(error)
      }
    }

    /// The results of threads that read different files.
    private final class Results: @unchecked Sendable {
      // Read and written with the lock held.
      private var elements: [Result<FileFacts, FileError>?]
      private var done = 0
      private let lock = NSLock()
      private let progress: @Sendable (Int, Int) -> Void

      init(count: Int, _ progress: @escaping @Sendable (Int, Int) -> Void) {
        elements = Array(repeating: nil, count: count)
        self.progress = progress
      }

      func set(_ index: Int, _ result: Result<FileFacts, FileError>) {
        lock.lock()
        elements[index] = result
        done += 1
        let (done, count) = (done, elements.count)
        lock.unlock()
        progress(done, count)
      }

      var all: [Result<FileFacts, FileError>] { elements.map { $0! } }
    }
  }
#endif
