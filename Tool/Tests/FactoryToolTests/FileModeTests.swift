// Factory, MIT licence; see LICENSE
//
// The permissions of files that the tool rewrites.
#if os(macOS) || os(Linux)
  import Foundation
  import Testing

  @Suite struct FileModeTests {
    @Test(
      "A file that is rewritten keeps its permissions", arguments: [0o755, 0o444, 0o600, 0o664],
      [["check", "--fix"], ["migrate", "--from", "factory1"]])
    func mode(mode: Int, command: [String]) throws {
      let old = command[0] == "check" ? Programs.error : "import Factory\nlet x = Container.x()\n"
      let workspace = try Workspace(["A.swift": old])
      let path = workspace.path + "/A.swift"
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      #expect(try workspace.run(command).status == 0)
      #expect(try workspace.text("A.swift") != old)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
    }
  }
#endif
