// Factory, MIT licence; see LICENSE
//
// The scope of registrations that name none.
enum DefaultScope {
  /// Where a file says it. The scope is nil if it cannot be read.
  typealias Statement = (scope: String?, file: ParsedFile)

  case known(String)
  /// The program says it in several ways, or in one that cannot be read.
  case unknown([String])

  /// The tests do not decide: they make containers of their own, or change the scope for themselves.
  init(_ statements: [Statement], otherwise standard: String) {
    let deciding = statements.filter { !$0.file.isTest }
    let scopes = Set(deciding.map { $0.scope ?? "another" })
    if scopes.count > 1 || deciding.contains(where: { $0.scope == nil }) {
      self = .unknown(scopes.sorted())
    } else {
      self = .known(scopes.first ?? standard)
    }
  }

  /// Why a registration without a scope is marked.
  static func problem(_ scopes: [String]) -> String {
    "its scope is not known: the default scope is "
      + scopes.map { "`\($0)`" }.joined(separator: " or ")
      + ", so write `.cached`, `.shared`, `.singleton`, `.graph` or `.unique`"
  }
}
