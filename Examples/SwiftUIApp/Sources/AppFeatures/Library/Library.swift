// Factory, MIT licence; see LICENSE
//
// Books, and the service that loads them.

public struct Book: Identifiable, Hashable, Sendable {
  public let id: Int
  public let title: String
  public let author: String

  public init(id: Int, title: String, author: String) {
    self.id = id
    self.title = title
    self.author = author
  }
}

public protocol Library: Sendable {
  func books() async throws -> [Book]
}

/// A library with built-in books, so that the example needs no server.
struct BundledLibrary: Library {
  func books() async throws -> [Book] {
    [
      Book(id: 1, title: "Middlemarch", author: "George Eliot"),
      Book(id: 2, title: "The Trial", author: "Franz Kafka"),
      Book(id: 3, title: "Kristin Lavransdatter", author: "Sigrid Undset"),
    ]
  }
}
