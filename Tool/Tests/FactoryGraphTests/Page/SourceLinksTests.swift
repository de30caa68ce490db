// Factory, MIT licence; see LICENSE
import FactoryGraph
import Foundation
import Testing

@Suite("Addresses of places in the code")
struct SourceLinksTests {
  @Test(
    "A template is an address with a path",
    arguments: [
      "xcode", "vscode", "https://github.com/o/r/blob/main/{path}#L{line}",
      "idea://open?file={file}",
      "file://{file}",
    ])
  func right(template: String) throws {
    _ = try SourceLinks(template)
  }

  @Test(
    "A wrong template has a message that says why",
    arguments: [
      ("emacs", "one of the names 'xcode', 'vscode' and 'none'."),
      ("", "'' is not an address such as"), ("/{path}", "is not an address"),
      ("1a:{path}", "is not an address"),
      ("javascript:{path}", "an address that begins with 'javascript:' opens no file."),
      ("DATA:{path}", "opens no file."),
      ("https://example.com/{name}", "'{name}' is unknown. There are {path}, {file} and {line}."),
      ("https://example.com/", "needs either {path}, the path in the repository, or {file}"),
      ("https://example.com/{path}{file}", "needs either {path}"),
    ])
  func wrong(template: String, message: String) {
    let error = #expect(throws: LinkError.self) { try SourceLinks(template) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
