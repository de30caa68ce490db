// Factory, MIT licence; see LICENSE
//
// The levels of a text that `Nesting` scans.
/// Counts how deep the expressions and brackets of a text are within each other.
struct NestingLevels {
  enum Opener: Equatable {
    case file, brace, parenthesis, bracket, conditional
    /// `\(` in a string, with the string's delimiter.
    case interpolation(Delimiter)
  }

  struct Delimiter: Equatable {
    var hashes: Int
    var isMultiline: Bool
  }

  private struct Level {
    var opener: Opener
    /// The brackets around it that may be those of arrays, up to the next brace.
    var arrays = 0
    /// The levels of the current expression, and the deepest within its brackets.
    var own = 0
    var inner = 0
    /// The deepest of the expressions that have ended.
    var deepest = 0

    mutating func end() {
      deepest = max(deepest, own + inner)
      own = 0
      inner = 0
    }
  }

  private var levels = [Level(opener: .file)]
  /// The limit that is exceeded; nil if none is.
  private(set) var problem: String?

  /// Counts tokens of the current expression.
  mutating func count(_ tokens: Int) {
    levels[levels.count - 1].own += tokens
    check()
  }

  /// Ends the current expression.
  mutating func end() { levels[levels.count - 1].end() }

  mutating func open(_ opener: Opener) {
    var level = Level(opener: opener)
    if opener == .parenthesis || opener == .bracket {
      level.arrays = levels[levels.count - 1].arrays + (opener == .bracket ? 1 : 0)
    }
    levels.append(level)
    check()
  }

  /// Closes the innermost level of a kind, and those within it; nil if there is no such level. A
  /// parenthesis also closes an interpolation.
  mutating func close(_ opener: Opener) -> Opener? {
    let index = levels.lastIndex { level in
      if case .interpolation = level.opener { return opener == .parenthesis }
      return level.opener == opener
    }
    guard let index, index > 0 else { return nil }
    let closed = levels[index].opener
    while levels.count > index { closeInnermost() }
    return closed
  }

  /// Closes all levels, at the end of the file.
  mutating func closeAll() {
    while levels.count > 1 { closeInnermost() }
  }

  private mutating func closeInnermost() {
    var level = levels.removeLast()
    level.end()
    let last = levels.count - 1
    levels[last].inner = max(levels[last].inner, level.deepest)
    check()
  }

  private mutating func check() {
    let level = levels[levels.count - 1]
    if level.own + level.inner > Nesting.limit || levels.count > Nesting.limit {
      problem = problem ?? "\(Nesting.limit) levels"
    } else if level.arrays > Nesting.arrayLimit {
      problem = problem ?? "\(Nesting.arrayLimit) arrays within each other"
    }
  }
}
