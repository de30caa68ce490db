// Factory, MIT licence; see LICENSE
//
// Names of factories that users write, for messages about those that do not exist.
extension Graph {
  /// ` Did you mean 'one', 'other'?`, with up to three factories whose names are similar to those
  /// given: the most similar one of each first. Empty if there are none.
  package func suggestion(for names: [String]) -> String {
    let candidates = names.map(namesLike)
    var like: [String] = []
    for rank in 0..<3 {
      for names in candidates where names.count > rank && !like.contains(names[rank]) {
        like.append(names[rank])
      }
    }
    let list = like.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    return list.isEmpty ? "" : " Did you mean \(list)?"
  }

  private func namesLike(_ name: String) -> [String] {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let distances = Set(factories.map(\.name)).map { (name: $0, Self.distance($0, last)) }
    return distances.filter { $0.1 <= max(2, last.count / 3) }
      .sorted { ($0.1, $0.name) < ($1.1, $1.name) }.prefix(3).map(\.name)
  }

  /// The number of characters to insert, delete or replace.
  private static func distance(_ one: String, _ other: String) -> Int {
    let (a, b) = (Array(one.lowercased()), Array(other.lowercased()))
    var row = Array(0...b.count)
    for (i, character) in a.enumerated() {
      var previous = row[0]
      row[0] = i + 1
      for (j, candidate) in b.enumerated() {
        let replaced = previous + (character == candidate ? 0 : 1)
        previous = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
