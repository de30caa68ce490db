// Factory, MIT licence; see LICENSE
import Foundation
import Testing

@testable import FactoryGraph

@Suite struct FactsCodingTests {
  /// The texts show all stored properties, so that one that is not encoded makes a difference.
  private func expectTheSame(_ facts: FileFacts, _ comment: Comment) throws {
    var encoder = FactsEncoder()
    encoder.encode(facts)
    let decoded: FileFacts = try encoder.bytes.withUnsafeBytes {
      var decoder = try FactsDecoder($0)
      return try decoder.decode()
    }
    #expect(String(reflecting: decoded) == String(reflecting: facts), comment)
  }

  @Test(arguments: Rules.all.map(\.info.name))
  func `Facts of a rule's examples are decoded as they were`(rule: String) throws {
    let info = try #require(Rules.all.map(\.info).first { $0.name == rule })
    try expectTheSame(FileFacts(parsing: info.wrong), "wrong")
    try expectTheSame(FileFacts(parsing: info.right), "right")
  }

  @Test func `Facts of every kind are decoded as they were`() throws {
    let source = """
      @testable import FactoryKit; import class Foundation.NSLock
      private typealias Pair<A> = Generic<A, Int>
      // factory:disable-file unused-factory
      public final class Outer<T>: @unchecked Sendable where T: Equatable {
        @Injected(\\Custom.service.inner) private weak lazy var service: Service? = nil
        init(_ value: Int = 1, label name: String...) throws {}
        enum Case { case one(Int), two }
        subscript(index: Int) -> Int { get { index } set {} }
        deinit { defer { print(#line) } }
      }
      extension Container {
        var a: Factory<Optional<Service>> {
          self { @MainActor [unowned self, b = b()] (x: Int, y) in Service(x, -1.5, "text", nil)! }
            .onTest { .init() }.scope(.session).decorator { $0 }
        }
      }
      #if DEBUG
        let closure = { super.make?.self[0] }
      #elseif os(Linux)
        let value = Generic<Int, [String: Any]>.make() as any Service
      #endif
      func run() { if let x = y { x.z() } else { switch x { case .a(let b): b() } } // factory:disable
      func bind() { weak var x = y; unowned let z = x; var w = container[keyPath: \\.x]; w = z }
      let called = { () -> Int in _ = x.y(); return 1 }(), returned = { if a { return b() }; return c }()
      let (a, b
      """
    let facts = FileFacts(parsing: source)
    #expect(!facts.syntaxErrors.isEmpty)
    try expectTheSame(facts, "all kinds")
  }

  @Test(arguments: [Int.min, -1, 0, 127, 128, 1 << 20, .max])
  func `A number is decoded as it was`(number: Int) throws {
    var encoder = FactsEncoder()
    encoder.encode(number)
    let decoded = try encoder.bytes.withUnsafeBytes {
      var decoder = try FactsDecoder($0)
      return try decoder.decodeNumber()
    }
    #expect(decoded == number)
  }

  @Test func `Bytes that end too early are an error`() throws {
    var encoder = FactsEncoder()
    encoder.encode(FileFacts(parsing: Rules.all[0].info.wrong))
    let bytes = encoder.bytes
    for length in 0..<bytes.count {
      #expect(throws: FactsError.self) {
        let _: FileFacts = try bytes.prefix(length).withUnsafeBytes {
          var decoder = try FactsDecoder($0)
          return try decoder.decode()
        }
      }
    }
  }
}
