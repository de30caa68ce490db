// Factory, MIT licence; see LICENSE
import Foundation
import Testing

@testable import FactoryGraph

@Suite struct FactsPackTests {
  private let facts: [ContentHash: FileFacts] = Dictionary(
    uniqueKeysWithValues: ["let a = 1", "func b() { c() }"].map {
      (ContentHash($0), FileFacts(parsing: $0))
    })

  private var data: Data {
    FactsPack.data(
      of: facts.mapValues { facts in
        var encoder = FactsEncoder()
        encoder.encode(facts)
        return encoder.bytes[...]
      })
  }

  private func text(_ facts: FileFacts?) -> String? { facts.map { String(reflecting: $0) } }

  /// A pack of damaged bytes may have lost facts, but has no wrong ones.
  private func expectNothingWrong(in data: Data, _ comment: Comment) {
    let pack = FactsPack(data)
    for (content, facts) in self.facts {
      guard let (found, _) = pack.facts(of: content) else { continue }
      #expect(text(found) == text(facts), comment)
    }
  }

  @Test func `A pack has the facts that were stored`() {
    let pack = FactsPack(data)
    #expect(pack.count == 2)
    for (content, facts) in self.facts {
      #expect(text(pack.facts(of: content)?.0) == text(facts))
    }
  }

  @Test func `A pack has no facts of other files`() {
    #expect(FactsPack(data).facts(of: ContentHash("let a = 2")) == nil)
  }

  @Test func `A damaged byte gives no wrong facts`() {
    let data = data
    for index in data.indices {
      var damaged = data
      damaged[index] ^= 0x55
      expectNothingWrong(in: damaged, "byte \(index)")
    }
  }

  @Test func `Bytes that end too early give no wrong facts`() {
    let data = data
    for length in data.indices { expectNothingWrong(in: data.prefix(length), "\(length) bytes") }
  }
}
