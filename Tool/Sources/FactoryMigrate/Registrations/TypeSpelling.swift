// Factory, MIT licence; see LICENSE
//
// Types as they are written, and the names of factories that follow from them.
enum TypeSpelling {
  /// Without `any`, outer parentheses and spaces, so that two spellings of a type are equal.
  static func normalised(_ type: String) -> String {
    var text = type.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    while true {
      if text.hasPrefix("any ") {
        text.removeFirst(4)
      } else if text.hasPrefix("("), text.hasSuffix(")"), !text.contains("->"),
        !text.contains(",")
      {
        text = String(text.dropFirst().dropLast())
      } else {
        return text
      }
    }
  }

  /// Without outer parentheses, but as the program writes it otherwise.
  static func normalisedKeepingAny(_ type: String) -> String {
    var text = type
    while text.hasPrefix("("), text.hasSuffix(")"), !text.contains("->"), !text.contains(","),
      !text.contains("any ")
    {
      text = String(text.dropFirst().dropLast())
    }
    return text
  }

  /// The names that it consists of.
  static func words(of type: String) -> Set<String> {
    Set(type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
  }

  static func withoutOptional(_ type: String) -> String {
    var text = type
    while text.hasSuffix("?") || text.hasSuffix("!") { text.removeLast() }
    if text.hasPrefix("Optional<"), text.hasSuffix(">") {
      text = String(text.dropFirst(9).dropLast())
    }
    return text == type ? type : normalised(text)
  }

  static func isOptional(_ type: String) -> Bool {
    type.hasSuffix("?") || type.hasSuffix("!") || type.hasPrefix("Optional<")
  }

  /// `networkService` for `NetworkService`, `urlSession` for `URLSession`, `userRepository` for
  /// `Repository<User>` and `plugins` for `[Plugin]`, with the registration's name before it.
  static func factoryName(_ type: String, name: String = "") -> String {
    let words = normalised(type).split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
      .map { $0.split(separator: ".").last.map(String.init) ?? "" }
    // The arguments of a generic type stand before it.
    let single = (words.dropFirst() + words.prefix(1)).map(capitalised).joined()
    let base = isArray(type) ? plural(single) : single
    let parts = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    let prefix = parts.map(capitalised).joined()
    let isNamedSo = prefix.lowercased().hasSuffix(base.lowercased())
    let full = lowercased(isNamedSo ? prefix : prefix + base)
    if full.isEmpty { return "unnamed" }
    if full.first!.isNumber { return "_" + full }
    return reserved.contains(full) ? full + "Instance" : full
  }

  private static func isArray(_ type: String) -> Bool {
    let type = normalised(type)
    return type.hasPrefix("[") && type.hasSuffix("]") && !type.contains(":")
  }

  private static func plural(_ word: String) -> String {
    if word.hasSuffix("s") { return word }
    return word.hasSuffix("y") ? word.dropLast() + "ies" : word + "s"
  }

  private static func capitalised(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// The leading capitals in small letters, but the last of them if a word follows.
  private static func lowercased(_ text: String) -> String {
    let capitals = text.prefix { $0.isUppercase }
    if capitals.count <= 1 || capitals.count == text.count {
      return capitals.lowercased() + text.dropFirst(capitals.count)
    }
    let next = text.dropFirst(capitals.count).first!
    let count = next.isLetter ? capitals.count - 1 : capitals.count
    return text.prefix(count).lowercased() + text.dropFirst(count)
  }

  /// Keywords, and members that containers have already.
  private static let reserved: Set<String> = [
    "manager", "shared", "reset", "with", "decorator", "promised", "required", "group",
    "register",
    "resolve", "factory", "validate", "warmUp", "shutdown", "self", "default", "class", "struct",
    "enum", "protocol", "func", "var", "let", "in", "is", "as", "import", "internal", "public",
    "private", "operator", "return", "switch", "case", "repeat", "where", "while", "for", "if",
    "else", "guard", "defer", "do", "extension", "static", "subscript", "throw", "try", "true",
    "false", "nil", "init", "super", "any", "some", "type", "trace",
  ]
}
