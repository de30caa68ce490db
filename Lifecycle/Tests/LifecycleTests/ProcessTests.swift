// Factory, MIT licence; see LICENSE
//
// The server process gets SIGTERM.
import Foundation
import Testing

@Suite("A server process", .timeLimit(.minutes(30))) struct ProcessTests {
  @Test("SIGTERM stops the server, then closes what the container has opened")
  func terminate() throws {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.appendingPathComponent("server")
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    var output = ""
    // Each read waits for the next output. It is empty when the process has ended.
    while !output.contains("serving\n") {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { break }
      output += String(decoding: data, as: UTF8.self)
    }
    #expect(output == "settings loaded\ndatabase opened\nserving\n")
    process.terminate()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(
      output == """
        server stopped
        mailer closed
        database closed
        settings dropped
        metrics flushed
        ended

        """)
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }
}
