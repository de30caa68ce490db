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
        case .failure(let error): problems.append("\(file.path): \(error.message)")
        }
      }
      var targets = TargetFinder(read)
      for (file, facts) in read where !targets.isManifest(file) {
        let module = targets.module(of: file)
        files.append(SourceFile(path: file.path, module: module, facts: facts))
      }
      modules = targets.linked(files)
    }

    private struct ReadError: Error {
      var message: String
    }

    private static func read(
      _ paths: [String], jobs: Int, progress: @escaping @Sendable (Int, Int) -> Void
    ) -> [Result<FileFacts, ReadError>] {
      let results = Results(count: paths.count, progress)
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = max(jobs, 1)
      for (index, path) in paths.enumerated() {
        queue.addOperation { results.set(index, facts(of: path)) }
      }
      queue.waitUntilAllOperationsAreFinished()
      return results.all
    }

    private static func facts(of path: String) -> Result<FileFacts, ReadError> {
      let data: Data
      do {
        data = try Data(contentsOf: URL(fileURLWithPath: path))
      } catch {
        return .failure(ReadError(message: "cannot be read: \(error.localizedDescription)"))
      }
      guard let text = String(utf8: data) else {
        return .failure(
          ReadError(
            message: "is not UTF-8. Save it as UTF-8, so that the compiler can read it too."))
      }
      return .success(FileFacts(parsing: text))
    }

    /// The results of threads that read different files.
    private final class Results: @unchecked Sendable {
      // Read and written with the lock held.
      private var elements: [Result<FileFacts, ReadError>?]
      private var done = 0
      private let lock = NSLock()
      private let progress: @Sendable (Int, Int) -> Void

      init(count: Int, _ progress: @escaping @Sendable (Int, Int) -> Void) {
        elements = Array(repeating: nil, count: count)
        self.progress = progress
      }

      func set(_ index: Int, _ result: Result<FileFacts, ReadError>) {
        lock.lock()
        elements[index] = result
        done += 1
        let (done, count) = (done, elements.count)
        lock.unlock()
        progress(done, count)
      }

      var all: [Result<FileFacts, ReadError>] { elements.map { $0! } }
    }
  }
#endif
