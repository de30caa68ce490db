// Factory, MIT licence; see LICENSE
//
// The process, as `swift run` starts it.
import Foundation
import Testing

@Suite("The process", .timeLimit(.minutes(10))) struct ProcessTests {
  /// A started process, in a folder of its own.
  private final class Service {
    let folder = FileManager.default.temporaryDirectory.appending(path: "service-\(UUID())")
    let process = Process()
    private let output = Pipe()
    private let log: URL

    init(_ arguments: [String]) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      log = folder.appending(path: "log")
      try Data().write(to: log)
      process.executableURL = Bundle.main.bundleURL.appending(path: "service")
      process.arguments = ["--http-port", "0"] + arguments
      process.currentDirectoryURL = folder
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: log)
      try process.run()
    }

    /// Waits until the process says where it listens. Nil if it ends before.
    func port() -> Int? {
      var text = ""
      while !text.contains("\n") {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { return nil }
        text += String(decoding: data, as: UTF8.self)
      }
      return text.split(separator: ":").last.flatMap { Int($0.dropLast()) }
    }

    /// What the process has logged, without dates.
    func messages() throws -> [String] {
      try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map {
        String($0.drop { $0 != "]" }.dropFirst(2))
      }
    }

    deinit {
      if process.isRunning { process.terminate() }
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: folder)
    }
  }

  @Test("On SIGTERM, the server stops first, then the jobs, then the mailers and the database")
  func terminate() async throws {
    let service = try Service([])
    let client = Client(port: try #require(service.port()))
    let opened = try await client.send(
      ClientRequest(
        method: .POST, path: "/tickets", token: "ada", body: #"{"title": "No water"}"#))
    #expect(opened.status == 201)
    service.process.terminate()
    service.process.waitUntilExit()
    #expect(service.process.terminationReason == .exit)
    #expect(service.process.terminationStatus == 0)
    let ends = ["jobs stopped", "mailer closed", "database closed"]
    #expect(try service.messages().filter(ends.contains) == ends)
    // Sent by the jobs before they ended.
    let outbox = service.folder.appending(path: "outbox/acorn.txt")
    #expect(try String(contentsOf: outbox, encoding: .utf8).hasSuffix(" Ada: No water\n"))
  }

  @Test("What it has stored is there when it is started again")
  func restart() async throws {
    let database = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: database.path + suffix)
      }
    }
    for number in 0..<2 {
      let service = try Service(["--database-path", database.path])
      let client = Client(port: try #require(service.port()))
      let tickets = try await client.send(ClientRequest(path: "/tickets", token: "ada"))
      #expect(tickets.body.contains("No water") == (number == 1))
      let opened = try await client.send(
        ClientRequest(
          method: .POST, path: "/tickets", token: "ada", body: #"{"title": "No water"}"#))
      #expect(opened.status == 201)
      service.process.terminate()
      service.process.waitUntilExit()
    }
  }

  @Test("Without a database, it ends with an error, and never listens")
  func noDatabase() throws {
    let service = try Service(["--database-path", "/no/such/folder/service.sqlite"])
    #expect(service.port() == nil)
    service.process.waitUntilExit()
    #expect(service.process.terminationStatus == 1)
    #expect(try service.messages().last == "service failed")
  }
}
